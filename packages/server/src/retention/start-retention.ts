import { reporterOf } from '../errors/report-failure.js';
import type { ServerContext } from '../server-context.js';

export interface RunningRetention {
  /** Begins nothing more. Resolves when nothing is being removed. */
  stop(): Promise<void>;
}

export interface RetentionTimes {
  /** Default: a minute. */
  readonly firstMs?: number | undefined;
  /** Default: an hour. */
  readonly everyMs?: number | undefined;
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

const FIRST_MS = 60_000;
const EVERY_MS = 60 * 60_000;

/** Removes old turns and sessions of a server, now and then, as its policy says. Holds up no exit. */
export function startRetention(
  { options, store }: Pick<ServerContext, 'options' | 'store'>,
  { firstMs = FIRST_MS, everyMs = EVERY_MS, onFailure = warn }: RetentionTimes = {},
): RunningRetention {
  const { retention = {} } = options.policy;
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let sweeping = Promise.resolve();

  const plan = (ms: number): void => {
    if (!signal.aborted) timer = setTimeout(begin, ms).unref();
  };
  const begin = (): void => {
    sweeping = store.sessions
      .sweep({ retention, signal, onFailure })
      .then(() => store.prune())
      .catch((error: unknown) => {
        if (!signal.aborted) onFailure(error);
      })
      // From its end on: two never run at once.
      .then(() => plan(everyMs));
  };
  plan(firstMs);
  return {
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await sweeping;
    },
  };
}

const warn = reporterOf('Something old could not be removed, and is tried again in an hour');
