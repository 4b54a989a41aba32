import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processTerminal } from './process-terminal.js';

let said: string;
let interrupt: () => void;
beforeEach(() => {
  said = '';
  // Nothing is to stay on the process that runs the tests.
  vi.spyOn(process.stdout, 'on').mockReturnThis();
  vi.spyOn(process.stderr, 'on').mockReturnThis();
  vi.spyOn(process, 'on').mockImplementation((name, listener) => {
    if (String(name) === 'SIGINT') interrupt = () => listener();
    return process;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => void vi.restoreAllMocks());

/** stdout ends every write like this. */
function stdoutAnswers(code?: string): void {
  const error = code === undefined ? undefined : Object.assign(new Error(`${code}: oh`), { code });
  vi.spyOn(process.stdout, 'write').mockImplementation((_text, ...rest) => {
    const callback = rest.find((argument) => typeof argument === 'function');
    setImmediate(() => callback?.(error));
    return true;
  });
}

test('the first interrupt asks to stop and says so, the second ends at once', () => {
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const { signal } = processTerminal();
  interrupt();
  expect(signal.reason).toBe('interrupted');
  expect(said).toContain('stopping…');
  expect(interrupt).toThrow('exit 130');
});

test('a reader that has gone stops the command quietly', async () => {
  stdoutAnswers('EPIPE');
  const { signal, write } = processTerminal();
  await write('data');
  expect(signal.reason).toBe('reader gone');
  expect(said).toBe('');
});

test('any other loss of output is an error that names it', async () => {
  stdoutAnswers('ENOSPC');
  const { signal, write } = processTerminal();
  await write('data');
  expect(signal.reason).toMatchObject({
    code: 'output_failed',
    message: 'Cannot write the output: ENOSPC: oh.',
  });
});

test('a reader that never reads does not hold up an interrupt', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(false);
  const { write } = processTerminal();
  const writing = write('data');
  interrupt();
  await writing;
  await write('more');
});

test('writing for long leaves no listeners behind', async () => {
  stdoutAnswers();
  const { signal, write } = processTerminal();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  for (let count = 0; count < 20; count += 1) await write('data');
  expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
});
