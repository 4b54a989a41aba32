import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createLineFramer, isJsonObject, parseJson } from '@dragoman/protocol';
import type { WrittenAnswer } from '../tools/tool-answer.js';
import { createUnfinishedLines } from '../tools/unfinished-lines.js';

/** What another process may ask of a turn, or of a run. */
export type ControlRequest =
  | { readonly kind: 'cancel'; readonly reason?: string }
  | { readonly kind: 'kill' }
  /** Of a run: that one of its tasks ends. */
  | { readonly kind: 'cancel_task'; readonly key: string }
  | { readonly kind: 'input'; readonly text: string }
  | { readonly kind: 'answer'; readonly requestId: string; readonly answer: WrittenAnswer };

/** What the answer to an input begins with that the agent can't be given; its words follow as JSON. */
export const REFUSED_INPUT = 'refused ';

const NAME = 'control.sock';
/** Room for the answer of a tool, whose JSON is in a text here and so may be twice as long. */
const LONGEST_REQUEST = 17 * 1024 * 1024;
/** Nobody asks more at once, and nobody takes longer to say it. */
const MOST_CONNECTIONS = 64;
const PATIENCE_MS = 10_000;

/**
 * Handles control requests of other processes of this user. A request is one line of JSON, and is
 * answered with a word; `no` to what is none.
 */
export async function listenForControlRequests(
  runDirectory: string,
  onControlRequest: (request: ControlRequest) => string,
): Promise<() => void> {
  /** A request can't bring down the process that handles it. */
  const handled = (request: ControlRequest): string => {
    try {
      return onControlRequest(request);
    } catch {
      return 'no';
    }
  };
  const watchLines = createUnfinishedLines();
  const server: Server = createServer((socket) => {
    watchLines(socket);
    const framer = createLineFramer({ maxLineBytes: LONGEST_REQUEST });
    socket.on('error', () => socket.destroy());
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
    socket.once('close', () => clearTimeout(patience));
    socket.on('data', (chunk) => {
      const [line] = framer.push(chunk);
      if (line === undefined) return;
      const request = line.kind === 'line' ? readControlRequest(line.text) : undefined;
      socket.removeAllListeners('data').resume();
      socket.end(`${request === undefined ? 'no' : handled(request)}\n`);
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(join(runDirectory, NAME), () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A connection that can't be accepted (EMFILE, ENFILE) is lost to who made it, and to nobody else.
  server.on('error', () => {});
  server.unref();
  return () => server.close();
}

/** The word that the request was answered with; nothing where nobody listens. */
export function sendControlRequest(
  runDirectory: string,
  request: ControlRequest,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(join(runDirectory, NAME));
    let answer = '';
    socket.setEncoding('utf8');
    socket.once('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.once('error', () => resolve(undefined));
    socket.once('close', () => resolve(answer.endsWith('\n') ? answer.trim() : undefined));
  });
}

function readControlRequest(line: string): ControlRequest | undefined {
  const parsed = parseJson(line);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { kind, reason, requestId, answer, text, key } = parsed.value;
  if (kind === 'kill') return { kind };
  if (kind === 'cancel') return typeof reason === 'string' ? { kind, reason } : { kind };
  if (kind === 'cancel_task') return typeof key === 'string' ? { kind, key } : undefined;
  if (kind === 'input') return typeof text === 'string' ? { kind, text } : undefined;
  if (kind !== 'answer' || typeof requestId !== 'string' || !isAnswer(answer)) return undefined;
  return { kind, requestId, answer };
}

function isAnswer(value: unknown): value is WrittenAnswer {
  if (!isJsonObject(value)) return false;
  const { json, error, approved, reason } = value;
  if (typeof approved === 'boolean') return reason === undefined || typeof reason === 'string';
  return typeof (json ?? error) === 'string';
}
