import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { recordings, withOwnMarks } from '@dragoman/testkit';
import { blownUp, blownUpVersions } from '../sessions/blown-up.js';
import { words } from '../sessions/life-sized.js';
import { longSession, sessionVersions } from '../sessions/long-session.js';
import type { MadeSession } from '../sessions/made-session.js';

/** A user's home in which all agents keep sessions. */
export interface AgentsHome {
  readonly home: string;
  readonly files: number;
  readonly bytes: number;
  /** The files of lines, and of documents. */
  readonly paths: readonly string[];
}

const STARTED = Date.parse('2026-01-01T00:00:00.000Z');
const HOUR_MS = 60 * 60 * 1000;
/** No session has more pieces than this; ids of pieces must stay below 2²⁴. */
const MOST_PIECES = 4096;
const BYTES_EACH = 2_000_000;
const PROJECT = '/workspace';
/** The last version of OpenCode that keeps sessions in files. */
const STORED_VERSION = '1.1.65';

type WriteSession = (home: string, made: MadeSession, index: number) => readonly string[];

/** How much of all bytes is whose, and how to write one session of about two megabytes. */
const SHARES: readonly { readonly share: number; readonly write: WriteSession }[] = [
  { share: 0.45, write: writeCodex },
  { share: 0.4, write: writeClaude },
  { share: 0.14, write: writeGemini },
  { share: 0.01, write: writeOpencode },
];

/** Writes sessions of all agents, made of their recordings, for as long as they are used. */
export async function withAgentsHome<T>(
  bytes: number,
  use: (home: AgentsHome) => Promise<T>,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'dragoman-bench-usage-'));
  try {
    return await use(writeAgentsHome(home, bytes));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

export function writeAgentsHome(home: string, leastBytes: number): AgentsHome {
  const paths: string[] = [];
  let written = 0;
  let index = 0;
  for (const { share, write } of SHARES) {
    const until = written + leastBytes * share;
    while (written < until) {
      const number = index.toString(16).padStart(12, '0');
      const made = {
        id: `01a1e0ae-0000-7000-8000-${number}`,
        started: STARTED + index * HOUR_MS,
        firstPiece: index * MOST_PIECES,
      };
      const files = write(home, made, index);
      written += files.reduce((sum, path) => sum + sizes(path), 0);
      paths.push(...files);
      index += 1;
    }
  }
  return { home, files: paths.length, bytes: written, paths };
}

const written = new Map<string, number>();

function sizes(path: string): number {
  return written.get(path) ?? 0;
}

function writeCodex(home: string, made: MadeSession, index: number): readonly string[] {
  const versions = sessionVersions();
  const started = new Date(made.started).toISOString();
  const day = join(home, '.codex', 'sessions', ...started.slice(0, 10).split('-'));
  const path = join(day, `rollout-${started.slice(0, 19).replaceAll(':', '-')}-${made.id}.jsonl`);
  const version = versions[index % versions.length] ?? '';
  writePieces(path, longSession(version, BYTES_EACH, made));
  return [path];
}

function writeClaude(home: string, made: MadeSession, index: number): readonly string[] {
  const versions = blownUpVersions('claude');
  const path = join(home, '.claude', 'projects', '-workspace', `${made.id}.jsonl`);
  const version = versions[index % versions.length] ?? '';
  writePieces(path, blownUp('claude', version, BYTES_EACH, made));
  return [path];
}

function writeGemini(home: string, made: MadeSession, index: number): readonly string[] {
  const versions = blownUpVersions('gemini');
  const time = new Date(made.started).toISOString().slice(0, 16).replace(':', '-');
  const name = `session-${time}-${index.toString(16).padStart(8, '0')}.jsonl`;
  const path = join(home, '.gemini', 'tmp', 'workspace', 'chats', name);
  const version = versions[index % versions.length] ?? '';
  writePieces(path, blownUp('gemini', version, BYTES_EACH, made));
  return [path];
}

/** Each message and each part is a file. */
function writeOpencode(home: string, made: MadeSession, index: number): readonly string[] {
  const storage = join(home, '.local', 'share', 'opencode', 'storage');
  const sessionId = `ses_${index.toString(16).padStart(26, '0')}`;
  const paths: string[] = [];
  let bytes = 0;
  let messageCount = 0;
  const write = (folders: readonly string[], value: JsonObject): void => {
    const path = join(storage, ...folders);
    writePieces(path, [JSON.stringify(value)]);
    bytes += sizes(path);
    paths.push(path);
  };
  const documents = storedDocuments();
  for (let piece = 0; bytes < BYTES_EACH / 4; piece += 1) {
    const { info, messages } = documents[piece % documents.length] ?? { info: {}, messages: [] };
    if (piece === 0) {
      const session = { ...info, id: sessionId, directory: PROJECT };
      write(['session', 'global', `${sessionId}.json`], session);
    }
    for (const { message, parts } of messages) {
      const mark = (value: JsonObject): JsonObject =>
        JSON.parse(
          withOwnMarks(JSON.stringify(value), {
            time: new Date(made.started + piece * 97_000),
            piece: made.firstPiece + piece,
          }),
        );
      const time = {
        created: made.started + messageCount * 1000,
        completed: made.started + messageCount * 1000 + 900,
      };
      messageCount += 1;
      const id = idAt(time.created);
      write(['message', sessionId, `${id}.json`], {
        ...mark(message),
        id,
        sessionID: sessionId,
        time,
      });
      for (const [at, part] of parts.entries()) {
        write(
          ['part', id, `prt_${at.toString(16).padStart(6, '0')}.json`],
          withOutput(mark(part), at),
        );
      }
    }
  }
  return paths;
}

/** Ids begin with the time at which they were made. */
function idAt(time: number): string {
  const digits = BigInt.asUintN(48, BigInt(time) * 4096n + 1n).toString(16);
  return `msg_${digits.padStart(12, '0')}001abcdefghijklmn`;
}

/** What a tool printed, as much as in life. */
function withOutput(part: JsonObject, index: number): JsonObject {
  const { state } = part;
  if (!isJsonObject(state) || typeof state.output !== 'string') return part;
  return { ...part, state: { ...state, output: state.output + words(2000 + (index % 7) * 1000) } };
}

interface StoredDocument {
  readonly info: JsonObject;
  readonly messages: readonly { readonly message: JsonObject; readonly parts: JsonObject[] }[];
}

let documents: readonly StoredDocument[] | undefined;

function storedDocuments(): readonly StoredDocument[] {
  documents ??= recordings()
    .filter(
      ({ agent, version, view }) =>
        `${agent} ${version} ${view}` === `opencode ${STORED_VERSION} saved`,
    )
    .map(({ path }) => readDocument(JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '{}')));
  return documents;
}

function readDocument(document: JsonObject): StoredDocument {
  const entries = Array.isArray(document.messages) ? document.messages.filter(isJsonObject) : [];
  return {
    info: isJsonObject(document.info) ? document.info : {},
    messages: entries.map(({ info, parts }) => ({
      message: isJsonObject(info) ? info : {},
      parts: Array.isArray(parts) ? parts.filter(isJsonObject) : [],
    })),
  };
}

function writePieces(path: string, pieces: Iterable<string>): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w');
  try {
    let bytes = 0;
    for (const piece of pieces) bytes += writeSync(file, piece);
    written.set(path, bytes);
  } finally {
    closeSync(file);
  }
}
