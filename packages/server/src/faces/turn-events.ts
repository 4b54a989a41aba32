import { isJournaled, type JournaledEvent, parseEvent, parseJson } from '@dragoman/protocol';
import { isRequestEvent, type ReadEvents } from '@dragoman/protocol/internal';
import type { StoredTurn } from '../store/turn-store.js';

/** The events of a turn, for whoever makes something else of them than their lines. */
export function eventsOf(turn: StoredTurn): ReadEvents {
  return async function* ({ after, signal }) {
    for await (const line of turn.lines({ after, signal })) {
      const event = eventOf(line);
      if (event !== undefined) yield event;
    }
  };
}

/** A request of the agent, and whether it still waits for an answer. */
export interface KnownRequest {
  /** The first of its events, and the latest: one that has been approved has two. */
  readonly firstSeq: number;
  readonly seq: number;
  readonly isOpen: boolean;
}

/** All requests that a turn has made so far, by their ids. Waits for none to come. */
export async function requestsOf(turn: StoredTurn): Promise<ReadonlyMap<string, KnownRequest>> {
  const { lastSeq, requests: open } = await turn.status();
  const found = new Map<string, KnownRequest>();
  for await (const event of eventsUntil(turn, lastSeq)) {
    if (!isRequestEvent(event)) continue;
    const { requestId, seq } = event;
    const isOpen = open.some((request) => request.requestId === requestId);
    found.set(requestId, { firstSeq: found.get(requestId)?.firstSeq ?? seq, seq, isOpen });
  }
  return found;
}

/** The events of a turn up to one that it has. */
export async function* eventsUntil(
  turn: StoredTurn,
  last: number,
  signal?: AbortSignal,
): AsyncGenerator<JournaledEvent, void, undefined> {
  if (last === 0) return;
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  try {
    for await (const event of eventsOf(turn)({ after: 0, signal: either })) {
      if (event.seq <= last) yield event;
      if (event.seq >= last) return;
    }
  } finally {
    stop.abort();
  }
}

function eventOf(line: string): JournaledEvent | undefined {
  const json = parseJson(line);
  const parsed = parseEvent(json.ok ? json.value : undefined);
  return parsed.ok && isJournaled(parsed.event) ? parsed.event : undefined;
}
