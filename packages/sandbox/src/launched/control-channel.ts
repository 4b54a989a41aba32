import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { createLineFramer, DragomanError, isJsonObject, parseJson } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { Order, Report } from '../door/control-messages.mjs';
import { isSignal } from '../process/signal-names.js';

export type ExitReport = Extract<Report, { type: 'exit' }>;

export type StartReport = Extract<Report, { type: 'ready' | 'failed' }>;

/** The owner's end of the line to a launcher. */
export interface ControlChannel {
  /** Whether the command runs, or ran, or why not; `undefined` when the launcher never got so far. */
  readonly started: Promise<StartReport | undefined>;
  /** How the command ended, or `undefined` when the launcher went without having said it. */
  readonly exit: Promise<ExitReport | undefined>;
  /** Resolves when the launcher has come. */
  readonly arrived: Promise<unknown>;
  /** Whether the launcher has come. */
  readonly connected: boolean;
  /** Orders that come before the launcher are kept for it; those that come after it are lost. */
  send(order: Order): void;
  /** Hangs up. A launcher that is still there ends everything in the sandbox. */
  close(): Promise<void>;
}

/** A sandboxed program that replaced the launcher can't fill this process's memory. */
const LONGEST_REPORT = 64 * 1024;

/**
 * Listens on a socket until the launcher comes. Only the first connection counts: the commands in the
 * sandbox see the socket, too, but by the time they run nobody listens there any more.
 */
export async function openControlChannel(path: string): Promise<ControlChannel> {
  const arrived = createAnswer<true>();
  const started = createAnswer<StartReport>();
  const exit = createAnswer<ExitReport>();
  const waiting: Order[] = [];
  let line: Socket | undefined;
  let isReady = false;

  const server = createServer((socket) => {
    if (line !== undefined) {
      socket.destroy();
      return;
    }
    line = socket;
    arrived.give(true);
    server.close();
    socket.on('error', () => {});
    socket.once('close', hangUp);
    const framer = createLineFramer({ maxLineBytes: LONGEST_REPORT });
    socket.on('data', (bytes) => {
      for (const frame of framer.push(bytes)) if (frame.kind === 'line') hear(frame.text);
    });
    for (const order of waiting.splice(0)) write(socket, order);
  });
  const hear = (text: string) => {
    const report = readReport(text);
    if (report?.type === 'ready') isReady = true;
    if (report?.type === 'started') started.give({ type: 'ready' });
    if (report?.type === 'failed') started.give(report);
    if (report?.type === 'exit') exit.give(report);
  };
  const hangUp = () => {
    started.give(isReady ? { type: 'ready' } : undefined);
    exit.give(undefined);
  };

  // With no more files to open nobody can be let in; whoever waits for the launcher sees that it is late.
  server.on('error', () => {});
  server.listen(path);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new DragomanError(
      'sandbox_start_failed',
      `No command can be started: ${path} can't be listened on: ${errorMessage(cause)}.`,
      { cause },
    );
  });
  return {
    arrived: arrived.promise,
    started: started.promise,
    exit: exit.promise,
    get connected() {
      return line !== undefined;
    },
    send(order) {
      if (line === undefined) waiting.push(order);
      else if (line.writable) write(line, order);
    },
    async close() {
      server.close();
      line?.destroy();
      hangUp();
      await rm(path, { force: true });
    },
  };
}

/** A promise that is kept from outside. What is given second changes nothing. */
function createAnswer<Value>(): {
  readonly promise: Promise<Value | undefined>;
  give(value: Value | undefined): void;
} {
  let give: (value: Value | undefined) => void = () => {};
  const promise = new Promise<Value | undefined>((resolve) => {
    give = resolve;
  });
  return { promise, give };
}

function write(socket: Socket, order: Order): void {
  socket.write(`${JSON.stringify(order)}\n`);
}

/** A sandboxed program could have replaced the launcher, so its messages are validated. */
function readReport(text: string): Report | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { type, pid, code, message, exitCode, signal, memoryKills } = parsed.value;
  if (type === 'ready') return { type };
  if (type === 'started' && typeof pid === 'number') return { type, pid };
  if (type === 'failed') return { type, code: String(code), message: String(message) };
  if (type !== 'exit') return undefined;
  return {
    type,
    exitCode: typeof exitCode === 'number' ? exitCode : null,
    signal: isSignal(signal) ? signal : null,
    memoryKills: typeof memoryKills === 'number' ? memoryKills : 0,
  };
}
