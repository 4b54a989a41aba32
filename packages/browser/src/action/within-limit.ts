/** A person may think about a question for so long, and an agent still waits: for `limits.answer`, 10 minutes. */
export const DEFAULT_TIMEOUT_MS = 300_000;

/** Timers can't be set to more. */
const LONGEST_MS = 2 ** 31 - 1;

/** What code of the page is told about how long it has. */
export interface CallContext {
  /** Aborted when the time is over: nobody waits for the result any more. */
  readonly signal: AbortSignal;
}

/** What code of the page gives, or an error where it gives nothing in time: the next call is waiting. */
export async function withinLimit<Result>(
  timeoutMs: number,
  work: (context: CallContext) => Result | PromiseLike<Result>,
): Promise<Result> {
  const giveUp = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_resolve, reject) => {
    if (timeoutMs > LONGEST_MS) return;
    timer = setTimeout(() => {
      const error = new Error(
        `There was no answer within ${timeoutMs / 1000} s. What has begun may still go on.`,
      );
      reject(error);
      giveUp.abort(error);
    }, timeoutMs);
  });
  try {
    return await Promise.race([work({ signal: giveUp.signal }), timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
