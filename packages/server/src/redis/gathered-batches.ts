import { setTimeout as delay } from 'node:timers/promises';
import { readHead } from '@dragoman/runtime/internal';
import type { LineBatch } from '../store/turn-store.js';

/** Most of what publishing costs is paid for each piece: what comes in so short a time goes together. */
const GATHER_MS = 30;
/** After an answer somebody waits for what the agent does with it. */
const REACTION_MS = 50;
/** What has come to so much goes at once. */
const PIECE_BYTES = 64 * 1024;

/** What somebody waits for: a client who is to answer, or to learn that it is over. */
const AWAITED: ReadonlySet<string> = new Set([
  'tool_request',
  'snapshot_request',
  'execute_request',
  'end',
]);

/**
 * The lines of a turn in fewer batches. What comes within a moment is one of them, but requests, the
 * reaction to an answer and the end wait for nothing. While nobody asks for the next one, no more than one
 * batch is read ahead.
 */
export async function* gatherBatches(
  batches: AsyncIterable<LineBatch>,
): AsyncGenerator<LineBatch, void> {
  const source = batches[Symbol.asyncIterator]();
  const isAwaited = createAwaitedCheck();
  const readOn = (): Promise<IteratorResult<LineBatch>> => {
    const next = source.next();
    // Whoever asks for it gets what goes wrong, though that may be later.
    next.catch(() => {});
    return next;
  };
  try {
    for (let next = readOn(); ; ) {
      const first = await next;
      if (first.done === true) return;
      next = readOn();
      const gathered = [first.value];
      let mustGo = isAwaited(first.value) || sizeOf(gathered) >= PIECE_BYTES;
      const stop = new AbortController();
      const timeIsUp = mustGo
        ? undefined
        : delay(GATHER_MS, undefined, { signal: stop.signal }).catch(() => {});
      while (!mustGo) {
        const more = await Promise.race([next, timeIsUp]);
        if (more === undefined || more.done === true) break;
        gathered.push(more.value);
        next = readOn();
        mustGo = isAwaited(more.value) || sizeOf(gathered) >= PIECE_BYTES;
      }
      stop.abort();
      yield joined(gathered);
    }
  } finally {
    // Not waited for: it may wait for the agent itself.
    void source.return?.().catch(() => {});
  }
}

function createAwaitedCheck(): (batch: LineBatch) => boolean {
  let answeredAt = Number.NEGATIVE_INFINITY;
  return ({ lines }) => {
    const types = lines.map((line) => readHead(line)?.type ?? '');
    const now = performance.now();
    const isReaction = now - answeredAt < REACTION_MS;
    if (types.includes('tool_answer')) answeredAt = now;
    return isReaction || types.some((type) => AWAITED.has(type));
  };
}

function sizeOf(batches: readonly LineBatch[]): number {
  return batches.reduce((sum, { lines, bytes }) => sum + (bytes?.length ?? charactersIn(lines)), 0);
}

function charactersIn(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

function joined(batches: readonly LineBatch[]): LineBatch {
  const [first] = batches;
  if (first !== undefined && batches.length === 1) return first;
  const lines = batches.flatMap((batch) => batch.lines);
  const bytes = batches.flatMap((batch) => batch.bytes ?? []);
  return bytes.length < batches.length ? { lines } : { lines, bytes: Buffer.concat(bytes) };
}
