import type { Transcript } from '@dragoman/protocol';
import { INSTALL_TIMEOUT_MS, runScenario } from '@dragoman/testkit';
import { agentViews, gapsOf, levelViews, readTranscript, viewOf } from '@dragoman/testkit/views';
import { expect, inject, test } from 'vitest';
import { claudeScenarios } from '../../test-inputs/claude-scenarios.js';
import type { LoadedSession } from '../sessions/session-store.js';
import { createClaudeLive } from './live.js';
import { claudeSessions } from './sessions.js';

const versions = inject('isDeep') ? ['2.0.50', '2.1.197'] : ['2.1.197'];

const runs = versions.flatMap((version) =>
  Object.entries(claudeScenarios)
    .filter(([, scenario]) => scenario.versions?.includes(version) ?? true)
    .map(([name, scenario]) => ({ version, name, scenario })),
);

test.concurrent.each(runs)(
  'live equals saved in a fresh run of $version: $name',
  async ({ version, name, scenario: { steps, turns = [{ prompt: 'begin' }], files = {} } }) => {
    const usage = { input: 1000, cached: 600, output: 50, reasoning: 0 };
    const script = { name: name.replaceAll(/\W+/g, '-'), usage, steps };
    const loaded: LoadedSession[] = [];
    const { turns: finished } = await runScenario({
      agent: `claude@${version}`,
      script,
      turns,
      files,
      async readSessions({ home }) {
        loaded.push(...(await loadAll(claudeSessions.home({}, home))));
        return [];
      },
    });
    expect(loaded).not.toHaveLength(0);
    for (const session of loaded) {
      expect(session.notes).toEqual([]);
      const streams = finished
        .map(({ stdout }) => stdout)
        .filter((bytes) => isOf(session, liveTranscript(version, [bytes])));
      const views = { live: viewOf(liveTranscript(version, streams)), saved: viewOf(session) };
      const { live, saved } = levelViews(views, gapsOf(agentViews.claude.gaps, version));
      expect(live.blocks).toEqual(saved.blocks);
      expect(live.usage).toEqual(saved.usage);
      expect(saved.blocks).not.toHaveLength(0);
    }
  },
  INSTALL_TIMEOUT_MS,
);

/** The turns of a session, each with what the ones before it cost. */
function liveTranscript(version: string, streams: readonly string[]): Transcript {
  return readTranscript(
    streams.map((bytes, index) => {
      const before = index === 0 ? undefined : liveTranscript(version, streams.slice(0, index));
      const cost_usd = before?.usage?.cost_usd ?? 0;
      const usageBefore = { input_tokens: 0, output_tokens: 0, total_tokens: 0, cost_usd };
      return { interpreter: createClaudeLive({ version, usageBefore }), bytes };
    }),
  );
}

/** Those that hold something: resuming one leaves others behind that don't, up to 2.0. */
async function loadAll(home: string): Promise<LoadedSession[]> {
  const summaries = await claudeSessions.list({ home });
  const sessions = await Promise.all(summaries.map(({ path }) => claudeSessions.load(path)));
  return sessions.filter(({ messages }) => messages.length > 0);
}

/** Whether a stream is of a session. A fork holds what its origin held. */
function isOf(session: LoadedSession, { session: streamed, messages }: Transcript): boolean {
  const ids = new Set(session.messages.map(({ id }) => id));
  return streamed?.id === session.session?.id || messages.some(({ id }) => ids.has(id));
}
