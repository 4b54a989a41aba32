import { addUsageFigures, type UsageFigures } from '@dragoman/protocol';
import {
  type FinishedTurn,
  INSTALL_TIMEOUT_MS,
  runScenario,
  type SessionFile,
} from '@dragoman/testkit';
import {
  agentViews,
  gapsOf,
  levelViews,
  type NativeStream,
  readView,
} from '@dragoman/testkit/views';
import { expect, inject, test } from 'vitest';
import { codexScenarios, sessionIdIn } from '../../test-inputs/codex-scenarios.js';
import { createTranslator } from '../interpret/translator.js';
import { createCodexLive } from './live.js';
import { createCodexSaved } from './saved.js';

const versions = inject('isDeep') ? ['0.58.0', '0.166.0'] : ['0.166.0'];

const runs = versions.flatMap((version) =>
  Object.entries(codexScenarios)
    .filter(([, scenario]) => scenario.versions?.includes(version) ?? true)
    .map(([name, scenario]) => ({ version, name, scenario })),
);

test.concurrent.each(runs)(
  'live equals saved in a fresh run of $version: $name',
  async ({ version, name, scenario: { steps, turns = [{ prompt: 'begin' }], files = {} } }) => {
    const usage = { input: 1000, cached: 600, output: 50, reasoning: 10 };
    const script = { name: name.replaceAll(' ', '-'), usage, steps };
    const { turns: finished } = await runScenario({
      agent: `codex@${version}`,
      script,
      turns,
      files,
    });
    for (const [file, streams] of streamsByFile(version, finished)) {
      const views = { live: readView(streams), saved: readView([savedStream(file)]) };
      const { live, saved } = levelViews(views, gapsOf(agentViews.codex.gaps, version));
      expect(live.blocks).toEqual(saved.blocks);
      expect(live.usage).toEqual(saved.usage);
      expect(saved.blocks).not.toHaveLength(0);
    }
  },
  INSTALL_TIMEOUT_MS,
);

/** The session files at the end, each with the turns that went into it. Sub-agents print nothing. */
function streamsByFile(
  version: string,
  turns: readonly FinishedTurn[],
): Map<SessionFile, NativeStream[]> {
  const streams = new Map<SessionFile, NativeStream[]>();
  for (const [index, { stdout }] of turns.entries()) {
    const file = turns.at(-1)?.sessions.find((session) => stdout.includes(sessionIdIn(session)));
    if (file === undefined) throw new Error(`turn ${index} left no session`);
    const usageBefore = usageIn(turns[index - 1]?.sessions[0]);
    const known = { version, turnId: `turn-${index}`, ...(usageBefore && { usageBefore }) };
    const stream = { interpreter: createCodexLive(known), bytes: stdout };
    streams.set(file, [...(streams.get(file) ?? []), stream]);
  }
  return streams;
}

function savedStream({ text }: SessionFile): NativeStream {
  return { interpreter: createCodexSaved(), bytes: text };
}

/** What a session has used so far. */
function usageIn(file: SessionFile | undefined): UsageFigures | undefined {
  if (file === undefined) return undefined;
  const translator = createTranslator(createCodexSaved());
  return [...translator.push(file.text), ...translator.flush()]
    .filter((event) => event.type === 'usage')
    .reduce<UsageFigures | undefined>(addUsageFigures, undefined);
}
