import type { JournaledEvent } from '../event/dragoman-event.js';
import { isRequestEvent } from '../event/event-traits.js';

/** Begins to read the events of a turn after the one with that `seq`, those to come included. */
export type ReadEvents = (options: {
  readonly after: number;
  readonly signal: AbortSignal;
}) => AsyncIterable<JournaledEvent>;

export interface StepOptions {
  /** The cursor that the last step ended with. Default: 0, from the beginning. */
  readonly after?: number | undefined;
  /** Ends the reading: the step is `lost`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * So long after a request the step waits for another, since agents may call several tools at once.
   * Each further request starts it anew. Default: 40.
   */
  readonly windowMs?: number | undefined;
  /** Requests of earlier steps that nobody has answered. The agent waits for them, too. */
  readonly openRequests?: Iterable<string> | undefined;
}

/** How a step ended, and where the next one begins. */
export interface StepEnd {
  /** `paused`: the agent waits for answers. `lost`: the events stopped, and none of them was an `end`. */
  readonly reason: 'paused' | 'ended' | 'lost';
  /** The `seq` of the last event of the step. */
  readonly cursor: number;
}

const WINDOW_MS = 40;
/** Of more, none is kept: they belong to the next step, which reads them again. */
const MOST_HELD = 1000;

/**
 * The events of one step of a turn: up to its last request, or to the `end`. What follows the last
 * request belongs to the next step, so that whoever knows the requests of a step knows where it ended.
 * It is held back until another request follows, and left for the next step if none does.
 *
 * A request that is known to be answered (`tool_answer`) ends no step. So a turn that is read long after
 * is one step up to the requests that are open now.
 *
 * @example
 * const { reason, cursor } = yield* readStep((options) => turn.events(options), { after });
 */
export async function* readStep(
  read: ReadEvents,
  options: StepOptions = {},
): AsyncGenerator<JournaledEvent, StepEnd, undefined> {
  const { signal, windowMs = WINDOW_MS, openRequests = [] } = options;
  const open = new Set(openRequests);
  const reading = new AbortController();
  const onAbort = () => reading.abort();
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  let cursor = options.after ?? 0;
  let held: JournaledEvent[] = [];
  let window: Window | undefined;
  const events = read({ after: cursor, signal: reading.signal })[Symbol.asyncIterator]();

  try {
    while (true) {
      if (open.size > 0) window ??= openWindow(windowMs);
      const next = await before(window, events.next());
      if (next === undefined) return { reason: 'paused', cursor };
      if (next.done === true) return { reason: 'lost', cursor };
      const event = next.value;
      held.push(event);
      noteRequest(event, open);
      const isRequest = isRequestEvent(event);
      const isEnd = event.type === 'end';
      if (open.size > 0 && !isRequest && !isEnd) {
        if (held.length === MOST_HELD) return { reason: 'paused', cursor };
        continue;
      }
      window?.close();
      window = undefined;
      const given = held;
      held = [];
      for (const one of given) {
        cursor = one.seq;
        yield one;
      }
      if (isEnd) return { reason: 'ended', cursor };
    }
  } finally {
    window?.close();
    signal?.removeEventListener('abort', onAbort);
    reading.abort();
    // An abort doesn't wake a reading that nobody reads from, and it may have a file open.
    events.return?.().catch(() => undefined);
  }
}

/** Keeps the requests that wait for an answer. */
function noteRequest(event: JournaledEvent, open: Set<string>): void {
  if (isRequestEvent(event)) open.add(event.requestId);
  else if (event.type === 'tool_answer') open.delete(event.requestId);
}

/** A time in which something may still happen. */
interface Window {
  readonly isOver: Promise<undefined>;
  close(): void;
}

function openWindow(ms: number): Window {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOver = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return { isOver, close: () => clearTimeout(timer) };
}

/** What a promise gives, or nothing once the window is over. */
async function before<Value>(
  window: Window | undefined,
  awaited: Promise<Value>,
): Promise<Value | undefined> {
  if (window === undefined) return awaited;
  // It may still reject when nobody waits for it any more.
  awaited.catch(() => undefined);
  return Promise.race([awaited, window.isOver]);
}
