import { expect, test } from 'vitest';
import { saidIn } from './raw-turn.js';
import { runScenario } from './run-scenario.js';
import { INSTALL_TIMEOUT_MS } from './test-agents.js';

test(
  'runs a CLI through a scenario and gives both views of each turn',
  async () => {
    const { turns } = await runScenario({
      agent: 'codex@0.58.0',
      script: {
        name: 'two',
        steps: [{ say: 'First.' }, { run: 'touch begun; cat note.txt; sleep 60' }],
      },
      files: { 'note.txt': 'a note' },
      turns: [
        { prompt: 'begin' },
        (before) => ({
          prompt: `after ${before.length}`,
          interrupt: {
            signal: 'SIGKILL',
            onceThereIs: 'begun',
            onceItSays: '"command_execution"',
            onceItKeeps: 'touch begun',
          },
        }),
      ],
    });
    expect(turns.map(({ exitCode, signal }) => exitCode ?? signal)).toEqual([0, 'SIGKILL']);
    expect(saidIn(turns[0]?.stdout ?? '')).toContain('First.');
    expect(turns.map(({ sessions }) => sessions.length)).toEqual([1, 2]);
    expect(turns[1]?.sessions[0]).toEqual(turns[0]?.sessions[0]);
    expect(turns[0]?.sessions[0]?.name).toMatch(/^\.codex\/sessions\/.*\.jsonl$/);
    expect(turns[1]?.stdout).toContain('"command_execution"');
    expect(turns[1]?.sessions[1]?.text).toContain('after 1');
  },
  INSTALL_TIMEOUT_MS,
);
