import type { LiveTurn } from './live-turn.js';

/** Turns between two calls. */
export interface WaitingTurns {
  /**
   * The turn waits for its caller. It is ended when the signal of the call that it waits in aborts; how
   * long it may wait is up to whoever conducts it. After an hour it is forgotten here: should anybody
   * come, it is opened like one of another process.
   */
  add(live: LiveTurn, signal: AbortSignal | undefined): void;
  /** Those of a conversation: that wait for one of its requests, or bear its name or its session. */
  find(sought: SoughtTurns): readonly LiveTurn[];
  /** It doesn't wait any more. */
  remove(live: LiveTurn): void;
  /** Ends a turn, whether or not it waits. Resolves when it has. */
  end(live: LiveTurn, reason: string): Promise<void>;
  /** Begins a turn of a conversation. Until it has begun, others of it wait in `free`. */
  begin<Begun>(turn: BeginningTurn, begin: () => Promise<Begun>): Promise<Begun>;
  /** Resolves when no turn of the conversation is beginning or being ended any more. */
  free(sought: SoughtTurns): Promise<void>;
}

export interface SoughtTurns {
  readonly scope: string | undefined;
  readonly requestIds: ReadonlySet<string>;
  readonly conversation: string | undefined;
  readonly sessionId: string | undefined;
}

export type BeginningTurn = Pick<SoughtTurns, 'scope' | 'conversation' | 'sessionId'>;

type Belongs = (sought: SoughtTurns) => boolean;

const KEPT_MS = 60 * 60_000;

export function createWaitingTurns(): WaitingTurns {
  const waiting = new Map<LiveTurn, () => void>();
  /** What is neither waiting nor at work: whoever comes next finds its session taken. */
  const between = new Map<Promise<unknown>, Belongs>();

  const keep = <Value>(promise: Promise<Value>, belongs: Belongs): Promise<Value> => {
    const forget = () => between.delete(promise);
    between.set(promise, belongs);
    promise.then(forget, forget);
    return promise;
  };
  const remove = (live: LiveTurn): void => {
    waiting.get(live)?.();
    waiting.delete(live);
  };
  const end = (live: LiveTurn, reason: string): Promise<void> => {
    remove(live);
    return keep(live.turn.cancel(reason), (sought) => isOf(live, sought));
  };

  return {
    add(live, signal) {
      // The journal of the turn says how the stop went.
      const onAbort = () => void end(live, 'The call was aborted.').catch(() => undefined);
      signal?.addEventListener('abort', onAbort, { once: true });
      const forgetting = setTimeout(remove, KEPT_MS, live);
      // Edge runtimes have numbers for timers.
      if (typeof forgetting === 'object') forgetting.unref();
      waiting.set(live, () => {
        clearTimeout(forgetting);
        signal?.removeEventListener('abort', onAbort);
      });
      if (signal?.aborted) onAbort();
    },
    find: (sought) => [...waiting.keys()].filter((live) => isOf(live, sought)),
    remove,
    end,
    // Not before it is known here.
    begin: (turn, begin) => keep(Promise.resolve().then(begin), (sought) => isNamed(turn, sought)),
    async free(sought) {
      const busy = () => [...between].flatMap(([promise, is]) => (is(sought) ? [promise] : []));
      while (busy().length > 0) await Promise.allSettled(busy());
    },
  };
}

/**
 * Nobody can guess the id of a request. Should one get about all the same, a turn of a named
 * conversation takes nothing from another.
 */
function isOf(live: LiveTurn, sought: SoughtTurns): boolean {
  const { scope, conversation, resumes, mapper } = live;
  if (scope !== sought.scope) return false;
  return (
    isNamed({ scope, conversation, sessionId: mapper.sessionId }, sought) ||
    isNamed({ scope, conversation, sessionId: resumes }, sought) ||
    ((conversation === undefined || conversation === sought.conversation) &&
      [...live.open].some((id) => sought.requestIds.has(id)))
  );
}

function isNamed(turn: BeginningTurn, { scope, conversation, sessionId }: SoughtTurns): boolean {
  if (turn.scope !== scope) return false;
  return (
    (conversation !== undefined && turn.conversation === conversation) ||
    (sessionId !== undefined && turn.sessionId === sessionId)
  );
}

/** With the number of what is shared: two versions of this package must not take it for the same. */
const SHARED = Symbol.for('dragoman.waiting-turns.2');

/**
 * Those of this process. Route handlers make their model anew for each request, and bundlers give each
 * of them a copy of this module; the turns have to be found all the same.
 */
export function waitingTurns(): WaitingTurns {
  const shared: typeof globalThis & { [SHARED]?: WaitingTurns } = globalThis;
  shared[SHARED] ??= createWaitingTurns();
  return shared[SHARED];
}
