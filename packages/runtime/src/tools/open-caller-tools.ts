import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { JournalWriter } from '../journal/journal-writer.js';
import {
  createToolRequests,
  type ToolRequests,
  type ToolRequestsOptions,
} from './tool-requests.js';
import { createUnfinishedLines } from './unfinished-lines.js';

/** The caller's tools while a turn lasts: a socket at which an agent's tool server is. */
export interface CallerTools {
  readonly socketPath: string;
  /** What must be said there first. */
  readonly token: string;
  readonly requests: ToolRequests;
  /** From now on calls, and what goes wrong between the agent and its server, are events there. */
  reportIn(journal: Pick<JournalWriter, 'append' | 'appendPlain'>): void;
  /** Rejects where nobody could be served. */
  readonly ready: Promise<void>;
  close(): void;
}

export interface CallerToolsOptions extends ToolRequestsOptions {
  /** A free path in a folder that only this user can enter. */
  readonly socketPath: string;
  /** Whether the agent parses the text of a result, and refuses JSON that is no object. */
  readonly parsesToolTexts?: boolean;
}

/** An agent has one connection, or a few. In a sandbox without walls other users can connect, too. */
const MOST_CONNECTIONS = 64;
/** An agent that speaks another language doesn't fill the journal line by line. */
const MOST_PROBLEMS = 5;

/** Opens the door behind which the tools are. Several may come through it, at once or in turn. */
export async function openCallerTools(options: CallerToolsOptions): Promise<CallerTools> {
  const { socketPath, parsesToolTexts = false } = options;
  const token = randomBytes(32).toString('base64url');
  const requests = createToolRequests({
    ...options,
    secrets: [token, ...(options.secrets ?? [])],
  });
  let emitProblem = (_message: string): void => {};
  let problems = 0;
  const onProblem = (words: string): void => {
    problems += 1;
    if (problems <= MOST_PROBLEMS) emitProblem(`The server of the caller's tools: ${words}`);
  };
  // Loaded while the sandbox and the agent start.
  const serving = import('./serve-mcp.js');
  const ready = serving.then(() => {});
  ready.catch(() => {});
  const sockets = new Set<Socket>();
  const watchLines = createUnfinishedLines();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    admit(socket, token, () => {
      serving.then(
        ({ serveMcp }) => {
          watchLines(socket);
          serveMcp(socket, requests, { parsesToolTexts, onProblem });
        },
        () => socket.destroy(),
      );
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(socketPath);
  await once(server, 'listening');
  // Unheard, a connection that can't be accepted (EMFILE, ENFILE) would end the process.
  server.on('error', ({ message }) => onProblem(`a connection could not be accepted: ${message}`));
  return {
    socketPath,
    token,
    requests,
    reportIn(journal) {
      requests.emitWith((event) => journal.appendPlain(event));
      emitProblem = (message) => {
        try {
          journal.append({ type: 'error', message, fatal: false, code: 'caller_tools' });
        } catch {
          // A journal that takes no more fails the turn where it matters.
        }
      };
    },
    ready,
    close() {
      requests.close();
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** How long somebody may take to say the token. */
const PATIENCE_MS = 10_000;
const LONGEST_LINE = 1024;
const NEWLINE = 0x0a;

/**
 * Hears the first line of a connection. Whoever says the token may go on, and what follows it is
 * still to be read; anybody else is hung up on without a word.
 */
function admit(socket: Socket, token: string, onAdmitted: () => void): void {
  let heard = Buffer.alloc(0);
  // From the first moment on: who says a byte now and then must not stay for it.
  const patience = setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
  socket.once('close', () => clearTimeout(patience));
  const hear = (chunk: Buffer): void => {
    heard = Buffer.concat([heard, chunk]);
    const end = heard.indexOf(NEWLINE);
    if (end === -1 && heard.length <= LONGEST_LINE) return;
    socket.off('data', hear);
    if (end === -1 || !isSame(heard.subarray(0, end), token)) {
      socket.destroy();
      return;
    }
    clearTimeout(patience);
    socket.pause();
    if (end + 1 < heard.length) socket.unshift(heard.subarray(end + 1));
    onAdmitted();
  };
  socket.on('data', hear);
}

/** Takes as long for a wrong token as for the right one, whatever they have in common. */
function isSame(said: Buffer, token: string): boolean {
  return timingSafeEqual(digest(said), digest(Buffer.from(token)));
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
