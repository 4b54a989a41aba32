import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { processTerminal } from './process-terminal.js';

let said: string;
let send: Record<string, () => void>;
beforeEach(() => {
  said = '';
  send = {};
  // Nothing is to stay on the process that runs the tests.
  vi.spyOn(process.stdout, 'on').mockReturnThis();
  vi.spyOn(process.stderr, 'on').mockReturnThis();
  vi.spyOn(process, 'on').mockImplementation((name, listener) => {
    send[String(name)] = () => listener();
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

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'the first %s asks to stop and says so, the second ends at once',
  (name) => {
    const onExit: (() => void)[] = [];
    vi.spyOn(process, 'once').mockImplementation((_event, listener) => {
      onExit.push(() => listener());
      return process;
    });
    vi.spyOn(process, 'removeAllListeners').mockReturnThis();
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      for (const listener of onExit) listener();
      throw new Error(`exit ${code}`);
    });
    const { signal } = processTerminal();
    send[name]?.();
    expect(signal.reason).toBe('interrupted');
    expect(said).toContain('stopping…');
    expect(kill).not.toHaveBeenCalled();
    expect(send[name]).toThrow('exit 130');
    expect(kill).toHaveBeenCalledWith(process.pid, name);
  },
);

test('a command that can stop faster does so at the second, and the third ends it at once', () => {
  vi.spyOn(process, 'once').mockReturnThis();
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const { onInsist } = processTerminal();
  const hurry = vi.fn();
  onInsist(hurry);
  send.SIGINT?.();
  expect(hurry).not.toHaveBeenCalled();
  send.SIGTERM?.();
  expect(hurry).toHaveBeenCalledTimes(1);
  expect(send.SIGINT).toThrow('exit 130');
  expect(hurry).toHaveBeenCalledTimes(1);
});

test('a command that has ended gets no more interrupts', () => {
  vi.spyOn(process, 'once').mockReturnThis();
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const { onInsist } = processTerminal();
  const hurry = vi.fn();
  onInsist(hurry)();
  send.SIGINT?.();
  expect(send.SIGINT).toThrow('exit 130');
  expect(hurry).not.toHaveBeenCalled();
});

test.each([
  ['stdout', 'stderr'],
  ['stderr', 'stdout'],
] as const)('only what goes to %s is coloured where %s is no terminal', (shown, other) => {
  vi.stubEnv('NO_COLOR', undefined);
  vi.stubEnv('TERM', 'xterm');
  for (const name of [shown, other]) {
    const before = Object.getOwnPropertyDescriptor(process[name], 'isTTY');
    Object.defineProperty(process[name], 'isTTY', { configurable: true, value: name === shown });
    onTestFinished(() => {
      if (before === undefined) Reflect.deleteProperty(process[name], 'isTTY');
      else Object.defineProperty(process[name], 'isTTY', before);
    });
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  const { paint, paintData } = processTerminal();
  const painted = { stdout: paintData('red', 'x'), stderr: paint('red', 'x') };
  expect(painted[shown]).toContain('\u001b[31m');
  expect(painted[other]).toBe('x');
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
    message: 'Cannot write the output: the disk is full.',
  });
});

test('a reader that never reads does not hold up an interrupt', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(false);
  const { write } = processTerminal();
  const writing = write('data');
  send.SIGINT?.();
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
