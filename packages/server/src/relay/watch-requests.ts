import { setTimeout as delay } from 'node:timers/promises';
import { formToolNames } from '@dragoman/protocol/http';
import type { KnownPage, RelayStore } from '../store/relay-store.js';
import type { StoredTurn } from '../store/turn-store.js';
import { claimState, LOOK_MS } from './claimed-request.js';
import { beforeOpenRequests, createPageRequests, type PageRequest } from './page-requests.js';

export interface WatchOptions {
  readonly turn: StoredTurn;
  readonly relay: RelayStore;
  /** How long a request waits for a page that takes it. */
  readonly pageMs: number;
  /** Gets why something could not be looked at. It is tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** How often it checks whether anybody has opened the relay, at whatever node. */
const OPENED_MS = 2000;

/**
 * Lets no agent wait for a page that isn't there. Beside the turn, at the process that conducts it, from its
 * beginning to its end. A turn whose relay nobody has opened waits as it would without one, and isn't read.
 *
 * @param over aborted when the turn has ended
 */
export async function watchRequests(options: WatchOptions, over: AbortSignal): Promise<void> {
  const report = createReport(options.onFailure);
  while (!over.aborted) {
    try {
      if (await options.relay.isOpen()) return await watchOpened(options, report);
      report.done();
    } catch (error) {
      report.failed(error);
    }
    await delay(OPENED_MS, undefined, { signal: over }).catch(() => {});
  }
}

interface Report {
  /** Said once for a while in which it can't be done. */
  failed(error: unknown): void;
  done(): void;
}

function createReport(onFailure: (error: unknown) => void): Report {
  let hasFailed = false;
  return {
    failed(error) {
      if (!hasFailed) onFailure(error);
      hasFailed = true;
    },
    done() {
      hasFailed = false;
    },
  };
}

async function watchOpened(options: WatchOptions, report: Report): Promise<void> {
  const { turn } = options;
  const requests = createPageRequests();
  const look = createLook(options);
  const stop = new AbortController();
  let looking: Promise<void> | undefined;

  const lookWhileOpen = async (): Promise<void> => {
    while (requests.open.size > 0 && !stop.signal.aborted) {
      await look([...requests.open.values()]).then(report.done, report.failed);
      await delay(LOOK_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
    looking = undefined;
  };

  try {
    const after = await beforeOpenRequests(turn);
    for await (const { lines } of turn.batches({ after, signal: stop.signal })) {
      requests.push(lines);
      if (requests.open.size > 0) looking ??= lookWhileOpen();
    }
  } finally {
    stop.abort();
    await looking;
  }
}

/** One look at the requests that are open. */
function createLook({ turn, relay, pageMs }: WatchOptions) {
  /** Since when nobody has them. */
  const freeSince = new Map<string, number>();

  const lookAt = async (request: PageRequest, pages: readonly KnownPage[]): Promise<void> => {
    const { requestId, toolName } = request;
    const state = await claimState(request, pages, { turn, relay });
    if (state !== 'free' || !isForPages(request, pages)) {
      freeSince.delete(requestId);
      return;
    }
    const since = freeSince.get(requestId) ?? performance.now();
    freeSince.set(requestId, since);
    if (performance.now() - since < pageMs) return;
    await turn.answer(requestId, { error: noPage(toolName, pageMs) });
  };

  return async (requests: readonly PageRequest[]): Promise<void> => {
    try {
      const pages = await relay.pages();
      for (const request of requests) await lookAt(request, pages);
    } catch (error) {
      // As long as nobody can look, no page can take a request.
      freeSince.clear();
      throw error;
    }
  };
}

/** A page had its tool, or one that is to come will: all others are for whoever answers for the client. */
function isForPages({ toolName }: PageRequest, pages: readonly KnownPage[]): boolean {
  if (pages.some(({ tools }) => tools.includes(toolName))) return true;
  return !pages.some(({ isThere }) => isThere) && formToolNames.includes(toolName);
}

function noPage(toolName: string, pageMs: number): string {
  return `No page that could do ${toolName} was open within ${pageMs / 1000} seconds: the user may have closed it. Go on without it, or ask the user to open it.`;
}
