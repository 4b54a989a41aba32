import { DragomanError } from '@dragoman/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../test-inputs/memory-terminal.js';
import { reportError } from './report-error.js';

const KEY = 'a-key-of-no-known-form-1';
afterEach(() => vi.unstubAllEnvs());

function reported(error: unknown): string {
  const terminal = createMemoryTerminal();
  reportError(error, terminal);
  return terminal.stderr();
}

test('no word is broken at the edge of a terminal, and a path is left whole', () => {
  const terminal = createMemoryTerminal({ columns: 30 });
  const path = `/${'folder/'.repeat(6)}file`;
  reportError(
    new DragomanError('script_invalid', `${path} can not be read for a reason.`),
    terminal,
  );
  expect(terminal.stderr()).toBe(`dragoman:\n${path}\ncan not be read for a reason.\n`);
});

test.each([
  ['agent_unknown', 'dragoman agents list'],
  ['install_version_unknown', 'dragoman agents list'],
  ['session_unknown', 'dragoman sessions list'],
  ['key_missing', '--script FILE'],
  ['sandbox_unavailable', 'dragoman doctor'],
  ['npm_missing', 'nodejs.org'],
])('says what to try about %s', (code, hint) => {
  const [message, words, end] = reported(new DragomanError(code, 'No such thing.')).split('\n');
  expect(message).toBe('dragoman: No such thing.');
  expect(words).toMatch(/^ {2}try: /);
  expect(words).toContain(hint);
  expect(end).toBe('');
});

test('an error that says what to do itself gets one line, without its stack', () => {
  expect(reported(new DragomanError('usage', 'Give a prompt.'))).toBe('dragoman: Give a prompt.\n');
});

test('what the machine refuses is said in words; it came with a stack trace', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
    errno: -28,
  });
  expect(reported(full)).toBe('dragoman: the disk is full\n');
  // Also behind an error of a library.
  expect(reported(new Error('Not saved.', { cause: full }))).toBe('dragoman: Not saved.\n');
});

test('a key of the environment is in no message and in no stack trace', () => {
  vi.stubEnv('OPENAI_API_KEY', KEY);
  const bug = new TypeError(`cannot read ${KEY}`);
  expect(bug.stack).toContain(KEY);
  expect(reported(bug)).toMatch(/^dragoman: cannot read \[redacted\]\n[\s\S]*report-error\.test/);
  for (const error of [bug, new DragomanError('odd', `It said ${KEY}.`), KEY]) {
    expect(reported(error)).not.toContain(KEY);
  }
});

test('what an agent or a provider wrote does nothing to the terminal', () => {
  const error = new DragomanError('odd', 'It said \u001b]0;x\u0007\u001b[31mred\rover\u202e.');
  expect(reported(error)).toBe('dragoman: It said red\nover\\u202e.\n');
});
