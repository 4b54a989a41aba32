import type { EndEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { textOf } from '../../terminal/line.js';
import { type EndedTurn, riskLines, turnFooter } from './turn-footer.js';

const ended = (end: Omit<EndEvent, 'type'>, rest: Partial<EndedTurn> = {}) =>
  turnFooter({
    ...{
      agent: 'codex',
      milliseconds: 2300,
      sessionId: undefined,
      shownFailures: new Set<string>(),
    },
    ...{ end: { type: 'end', ...end } },
    ...rest,
  }).map(textOf);

test('says what a turn took, what it used and what it cost', () => {
  const usage = { input_tokens: 2000, cached_input_tokens: 1200, output_tokens: 100 };
  const end = {
    status: 'success',
    usage: { ...usage, total_tokens: 2100, cost_usd: 0.12 },
  } as const;
  expect(ended(end)).toEqual([
    '✓ codex is done after 2.3 s · 2k tokens in (1.2k cached), 100 out · $0.12',
  ]);
  expect(ended(end, { isUnpaid: true })).toEqual([
    '✓ codex is done after 2.3 s · 2k tokens in (1.2k cached), 100 out',
  ]);
});

test('says why it failed, unless that has been said, and what to watch out for', () => {
  const end = { status: 'failed', reason: 'No such key', warning: 'It is late.' } as const;
  const [head, why, warning] = ended(end);
  expect([head, why, warning]).toEqual([
    ...['✗ codex failed after 2.3 s', '  No such key', '! It is late.'],
  ]);
  expect(ended(end, { shownFailures: new Set(['No such key']) })).not.toContain('  No such key');
});

test('says where to look when the provider refuses who asks', () => {
  const end = { status: 'failed', code: 'auth', reason: '401' } as const;
  expect(ended(end, { keyVariable: 'OPENAI_API_KEY' })[2]).toContain('Look at OPENAI_API_KEY.');
  expect(ended(end, { login: true })[2]).toContain('Log in again: dragoman login codex');
  expect(ended({ ...end, code: 'rate_limit' }, { login: true })).toHaveLength(2);
});

test('gives a command that a shell understands, whatever the id of the session', () => {
  const resume = (sessionId: string) => ended({ status: 'success' }, { sessionId }).at(-1);
  expect(resume('019-a.b_c')).toBe('  continue it: dragoman exec --resume 019-a.b_c "…"');
  expect(resume("a'; rm -rf ~ #")).toContain(`--resume 'a'\\''; rm -rf ~ #' "…"`);
  for (const id of ['a$(reboot)', 'a;b', 'a|b', 'a b', '~', '']) {
    expect(resume(id)).toContain(`--resume '${id}' "…"`);
  }
  expect(resume('a\u001b[2Jb')).not.toContain('\u001b');
});

const item = (path: string, risk = 'build') => ({ path, risk, change: 'created' as const });

test('names what to look at in one line, and what was taken back in others', () => {
  const event = {
    type: 'workspace_risk' as const,
    items: [
      { ...item('.git/commondir', 'repository'), undone: true },
      item('package.json', 'scripts'),
    ],
  };
  expect(riskLines(event).map(textOf)).toEqual([
    '! taken back: .git/commondir (repository)',
    '! look before you run: package.json (scripts)',
  ]);
});

test('counts what is too much to be read, and says what was not looked at', () => {
  const items = Array.from({ length: 10 }, (_value, at) => item(`file-${at}`));
  const [line, rest] = riskLines({ type: 'workspace_risk', items, more: 5, incomplete: true });
  expect(textOf(line ?? [])).toMatch(/file-7 \(build\), and 7 more$/);
  expect(textOf(rest ?? [])).toBe('! not all of the workspace was looked at');
});

test('a name does nothing to the terminal', () => {
  const lines = riskLines({
    type: 'workspace_risk',
    items: [item('a\u001b[2J\nb\u202e/Makefile')],
  });
  expect(lines.map(textOf)).toEqual([
    String.raw`! look before you run: "a\033[2J\nb\u202e/Makefile" (build)`,
  ]);
});

test('says nothing where there is nothing', () => {
  expect(riskLines(undefined)).toEqual([]);
});

test('what was taken back hides nothing, however much there is of it', () => {
  const undone = Array.from({ length: 6 }, (_value, at) => ({
    ...item(`s${at}`, 'setuid'),
    undone: true,
  }));
  const event = { type: 'workspace_risk' as const, items: [...undone, item('Makefile')], more: 40 };
  expect(riskLines(event).map(textOf)).toEqual([
    ...['s0', 's1', 's2'].map((path) => `! taken back: ${path} (setuid)`),
    '! taken back: 3 more',
    '! look before you run: Makefile (build), and 40 more',
  ]);
  expect(
    riskLines({ ...event, items: undone })
      .map(textOf)
      .at(-1),
  ).toBe('! look before you run: 40 more');
});

test('many of one sort do not hide those of another', () => {
  const flood = Array.from({ length: 20 }, (_value, at) => item(`r${at}/.git`, 'repository'));
  const items = [...flood, item('.vscode/tasks.json', 'settings'), item('Makefile')];
  const [line = []] = riskLines({ type: 'workspace_risk', items });
  expect(textOf(line)).toMatch(
    /\.vscode\/tasks\.json \(settings\), Makefile \(build\), and 14 more$/,
  );
});
