import type { ListedSession } from '@dragoman/agents';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textWidth } from '../../terminal/text/fit-text.js';
import { sessionTable } from './session-table.js';

const NOW = Date.parse('2026-11-15T12:00:00.000Z');

function session(about: Partial<ListedSession> = {}): ListedSession {
  return {
    agent: 'codex',
    id: '01a1e182-05aa-7000-8000-000000000001',
    path: '/home/ann/.codex/sessions/rollout-1.jsonl',
    updatedAt: '2026-11-15T10:00:00.000Z',
    startedAt: '2026-11-15T10:00:00.000Z',
    bytes: 17_600,
    archived: false,
    cwd: '/home/ann/work/parser',
    modelId: 'gpt-5',
    turns: 3,
    firstPrompt: 'make the flaky test pass, every time',
    ...about,
  };
}

function table(sessions: readonly ListedSession[], columns?: number): string[] {
  const options = { ids: [], isMixed: false, now: NOW, home: '/home/ann', columns };
  return sessionTable(sessions, { ...options, paint: (_format, text) => text })
    .trimEnd()
    .split('\n');
}

describe('what others wrote', () => {
  test('is made harmless before it is cut: no half of an escape sequence is left', () => {
    const red = '\u001b[38;2;255;0;0m';
    const [, row = ''] = table([
      session({
        modelId: `gpt-5-large-${red}x${red}y`,
        firstPrompt: `fix ${red}it`,
      }),
    ]);
    expect(row).toContain('gpt-5-large-xy');
    expect(row).toContain('fix it');
    for (const part of ['38;2', '\u001b', '\u241b']) expect(row).not.toContain(part);
  });

  test('as the name of a folder is escaped before it is cut', () => {
    const [, row = ''] = table([session({ cwd: '/srv/a-long-name/of/a\u001b[1mfolder\nb' })]);
    expect(row).toContain(String.raw`…/of/a\033[1mfolder\nb"`);
    for (const part of ['\u001b', '\u241b']) expect(row).not.toContain(part);
  });

  test('never makes a line wider than the terminal, or two of one', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '/', '\n', '\t', '世', '\u001b[1m', '\u001b'),
    });
    const about = fc.record(
      { cwd: text, modelId: text, firstPrompt: text, problem: text, archived: fc.boolean() },
      { requiredKeys: ['archived'] },
    );
    fc.assert(
      fc.property(
        fc.array(about, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 20, max: 150 }),
        (all, columns) => {
          const lines = table(all.map(session), columns);
          expect(lines).toHaveLength(all.length + 1);
          for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});

describe('a narrow terminal', () => {
  test('at 30 columns still has the id and the beginning of the prompt', () => {
    expect(table([session()], 30)).toEqual([
      'ID           PROMPT',
      '01a1e182-05  make the flaky t…',
    ]);
  });

  test('says of an archived session, too, that its prompt is cut', () => {
    for (const columns of [20, 25, 30, 40, 60]) {
      expect(table([session({ archived: true })], columns)[1], String(columns)).toMatch(/…$/);
    }
    expect(table([session({ archived: true })], 30)[1]).toBe('01a1e182-05  (archived) make…');
  });
});

test.each([
  [
    "/home/ann/.codex/sessions/rollout-1.jsonl can't be read: permission denied.",
    "! can't be read: permission denied.",
  ],
  [
    "The folder /home/ann/.codex/sessions/rollout-1.jsonl can't be read: permission denied.",
    "! The folder can't be read: permission denied.",
  ],
  ['The file is empty.', '! The file is empty.'],
])('of a session that has a problem the reason is shown, not the path: %s', (problem, shown) => {
  expect(table([session({ problem })], 120)[1]?.endsWith(shown)).toBe(true);
});
