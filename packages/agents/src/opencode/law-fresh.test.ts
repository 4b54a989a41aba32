import { type FinishedTurn, INSTALL_TIMEOUT_MS, runScenario } from '@dragoman/testkit';
import { agentViews, gapsOf, levelViews, readTranscript, viewOf } from '@dragoman/testkit/views';
import { expect, inject, test } from 'vitest';
import { exportSession, opencodeScenarios } from '../../test-inputs/opencode-scenarios.js';
import { createTranslator } from '../interpret/translator.js';
import { createOpencodeLive } from './live.js';
import { createOpencodeSaved } from './saved.js';

const USAGE = { input: 1000, cached: 600, output: 50, reasoning: 0 };

const BEGIN = [{ prompt: 'begin' }];

const runs = Object.entries(opencodeScenarios).flatMap(([name, scenario]) =>
  scenario.versions
    .slice(0, inject('isDeep') ? undefined : 1)
    .map((version) => ({ version, name, scenario })),
);

test.each(runs)(
  'live equals saved in a fresh run of $version: $name',
  async ({ version, name, scenario: { steps, turns = BEGIN, files = {}, check } }) => {
    const { turns: finished } = await runScenario({
      agent: `opencode@${version}`,
      script: { name: name.replaceAll(/\W+/g, '-'), usage: USAGE, steps },
      turns,
      files,
      readSessions: async (place) => {
        const exported = await exportSession(place);
        await check?.(place, exported);
        return exported;
      },
    });
    const exported = finished.at(-1)?.sessions[0]?.text ?? '';
    const views = {
      live: viewOf(readTranscript(finished.map((turn) => liveStream(version, turn)))),
      saved: viewOf(readTranscript([{ interpreter: createOpencodeSaved(), bytes: exported }])),
    };
    const { live, saved } = levelViews(views, gapsOf(agentViews.opencode.gaps, version));
    expect(live.blocks).toEqual(saved.blocks);
    expect(live.usage).toEqual(saved.usage);
    expect(saved.blocks).not.toHaveLength(0);
    expect(live.usage).toEqual(usageOf(stepsIn(finished)));
    expect(unknownIn(exported)).toBe(0);
  },
  INSTALL_TIMEOUT_MS,
);

function liveStream(version: string, { stdout }: FinishedTurn) {
  return { interpreter: createOpencodeLive({ version }), bytes: stdout };
}

/** How many times the model answered, by what OpenCode printed of it. */
function stepsIn(turns: readonly FinishedTurn[]): number {
  return turns.reduce(
    (sum, { stdout }) => sum + stdout.split('"type":"step_finish"').length - 1,
    0,
  );
}

/** What so many answers used, if all is counted once. */
function usageOf(answers: number) {
  if (answers === 0) return undefined;
  return expect.objectContaining({
    input_tokens: answers * USAGE.input,
    cached_input_tokens: answers * USAGE.cached,
    output_tokens: answers * USAGE.output,
  });
}

function unknownIn(document: string): number {
  const translator = createTranslator(createOpencodeSaved());
  translator.push(document);
  translator.flush();
  const { dispositions, malformed } = translator.stats();
  return dispositions.unknown + malformed;
}
