import {
  type FinishedTurn,
  INSTALL_TIMEOUT_MS,
  runScenario,
  type SessionFile,
} from '@dragoman/testkit';
import { agentViews, gapsOf, levelViews, readTranscript, viewOf } from '@dragoman/testkit/views';
import { expect, inject, test } from 'vitest';
import { geminiScenarios, sessionIdIn } from '../../test-inputs/gemini-scenarios.js';
import { createGeminiLive } from './live.js';
import { createGeminiSaved } from './saved.js';

const USAGE = { input: 1000, cached: 600, output: 50, reasoning: 10 };

const runs = Object.entries(geminiScenarios).flatMap(([name, scenario]) =>
  scenario.versions
    .slice(0, inject('isDeep') ? undefined : 1)
    .map((version) => ({ version, name, scenario })),
);

test.concurrent.each(runs)(
  'live equals saved in a fresh run of $version: $name',
  async ({ version, name, scenario }) => {
    const { steps, turns = [{ prompt: 'begin' }], files = {}, answers } = scenario;
    const script = { name: name.replaceAll(' ', '-'), usage: USAGE, steps };
    const { turns: finished } = await runScenario({
      agent: `gemini@${version}`,
      script,
      turns,
      files,
    });
    const live = finished.map(({ stdout }) => ({
      interpreter: createGeminiLive({ version }),
      bytes: stdout,
    }));
    const saved = [{ interpreter: createGeminiSaved(), bytes: sessionOf(finished).text }];
    const views = { live: viewOf(readTranscript(live)), saved: viewOf(readTranscript(saved)) };
    const levelled = levelViews(views, gapsOf(agentViews.gemini.gaps, version));
    expect(levelled.live.blocks).toEqual(levelled.saved.blocks);
    expect(levelled.live.usage).toEqual(levelled.saved.usage);
    expect(levelled.saved.blocks).not.toHaveLength(0);
    expect(views.live.usage).toMatchObject({
      cached_input_tokens: answers * USAGE.cached,
      output_tokens: answers * USAGE.output,
      reasoning_tokens: answers * USAGE.reasoning,
    });
  },
  INSTALL_TIMEOUT_MS,
);

/** The file that holds the session: a resume may leave others of its id, which begin later. */
function sessionOf(turns: readonly FinishedTurn[]): SessionFile {
  const id = sessionIdIn(turns[0]);
  const own = turns.at(-1)?.sessions.filter(({ text }) => text.includes(`"sessionId":"${id}"`));
  const [first] = own?.sort((left, right) => (left.name < right.name ? -1 : 1)) ?? [];
  if (first === undefined) throw new Error(`session ${id} left no file`);
  return first;
}
