import type { OpenedArtifact } from '@dragoman/runtime';
import { createSlots } from '../sessions/load-slots.js';
import { sessionElsewhere } from '../sessions/session-elsewhere.js';
import type {
  LoadBounds,
  MessagePage,
  MessagesQuery,
  SessionStore,
} from '../store/session-store.js';
import type { StoredTurn } from '../store/turn-store.js';
import type { ControlReceipt } from './control-requests.js';
import { jsonIn } from './known-turn.js';

/** What only the machine of a turn has, and any server of that machine can read. */
export type HomeRequest =
  | { readonly kind: 'artifact'; readonly path: string; readonly from: number }
  | { readonly kind: 'messages'; readonly sessionId: string; readonly query: MessagesQuery };

/** Asks a server of that machine; `gone` where there is none, or it doesn't have it any more. */
export type AskHome = (request: HomeRequest) => Promise<ControlReceipt | 'gone'>;

/** Of an artifact, at once. It is in the memory of two servers and of Redis. */
const PIECE_BYTES = 256 * 1024;
/** A page of messages from elsewhere, unless one message alone is longer. */
const PAGE_BYTES = 1024 * 1024;
/** One that is longer is read at its own server. */
const MOST_PAGE_BYTES = 8 * 1024 * 1024;
/** Saved sessions that are in memory at once for other servers. */
const LOADS = { most: 2, mostWaiting: 32 };
/** So long a session may take to be loaded. */
export const LOAD_MS = 30_000;

interface ArtifactPiece extends Omit<OpenedArtifact, 'stream'> {
  /** In base64. */
  readonly bytes: string;
}

export interface HomeReaderOptions {
  readonly findHere: (turnId: string) => Promise<StoredTurn | undefined>;
  readonly messages: SessionStore['messages'];
  /** What clients are told where they have to come here. */
  readonly where: () => Promise<string>;
}

/** Reads what this machine has for other servers. */
export function createHomeReader({ findHere, messages, where }: HomeReaderOptions) {
  const loading = createSlots(LOADS);

  const readPage = async (
    turn: StoredTurn,
    { sessionId, query }: Extract<HomeRequest, { kind: 'messages' }>,
  ): Promise<ControlReceipt> => {
    const signal = AbortSignal.timeout(LOAD_MS);
    const bounds = { signal, mostBytes: PAGE_BYTES };
    const page = await loading(() => messages(turn, sessionId, query, bounds), signal);
    const text = JSON.stringify(page);
    if (text.length > MOST_PAGE_BYTES) throw sessionElsewhere(await where());
    return text;
  };

  return async (turnId: string, request: HomeRequest): Promise<ControlReceipt> => {
    const turn = await findHere(turnId);
    if (turn === undefined) return 'gone';
    if (request.kind === 'messages') return readPage(turn, request);
    const { stream, ...about } = await turn.artifact(request.path, request.from);
    const bytes = (await firstBytes(stream, PIECE_BYTES)).toString('base64');
    return JSON.stringify({ ...about, bytes } satisfies ArtifactPiece);
  };
}

/** A page of messages of a session of another machine. */
export async function messagesElsewhere(
  ask: AskHome,
  { sessionId, query }: { readonly sessionId: string; readonly query: MessagesQuery },
  { signal }: LoadBounds,
): Promise<MessagePage | 'gone'> {
  signal.throwIfAborted();
  const left = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const receipt = await Promise.race([ask({ kind: 'messages', sessionId, query }), left]);
  return jsonIn<MessagePage>(receipt) ?? 'gone';
}

/** An artifact of a turn of another machine. Each piece is asked for when the one before it has been taken. */
export async function artifactElsewhere(
  ask: AskHome,
  path: string,
  begin = 0,
): Promise<OpenedArtifact | 'gone'> {
  const pieceAt = async (from: number): Promise<ArtifactPiece | undefined> =>
    jsonIn<ArtifactPiece>(await ask({ kind: 'artifact', path, from }));
  const first = await pieceAt(begin);
  if (first === undefined) return 'gone';
  const { size, mimeType, sha256 } = first;
  let ahead: ArtifactPiece | undefined = first;
  let position = begin;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = ahead ?? (await pieceAt(position));
        ahead = undefined;
        const bytes = Buffer.from(piece?.bytes ?? '', 'base64');
        const isWhole = position + bytes.length >= size;
        if (piece?.sha256 !== sha256 || (bytes.length === 0 && !isWhole)) {
          throw new Error('The artifact has changed, or is gone, while it was read.');
        }
        position += bytes.length;
        if (bytes.length > 0) controller.enqueue(bytes);
        if (isWhole) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { size, mimeType, sha256, stream };
}

async function firstBytes(stream: ReadableStream<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  while (size < most) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.byteLength;
  }
  await reader.cancel();
  return Buffer.concat(chunks);
}
