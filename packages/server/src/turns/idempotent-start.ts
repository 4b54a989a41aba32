import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { StartTurnBody } from '@dragoman/protocol/http';
import { newTurnId } from '@dragoman/runtime';
import { onceResourcesAreThere } from '@dragoman/sandbox';
import { refusal } from '../errors/refusal.js';
import type { Client } from '../keys/key-ring.js';
import type { BeginOptions, ServerContext } from '../server-context.js';
import type { StoredTurn, TurnEntry, TurnStart, TurnStore } from '../store/turn-store.js';

type Body = Parameters<ServerContext['begin']>[1];
type Begin = (
  client: Client,
  body: StartTurnBody,
  turn: Pick<TurnEntry, 'id' | 'notes'>,
) => Promise<StoredTurn>;

/** How long a request waits for another process that begins its turn. */
const PATIENCE_MS = 15_000;
const POLL_MS = 50;

/**
 * Begins turns, and with a key of the client each only once: whoever asks again, at the same time or
 * after a restart, gets the turn that the first one began.
 *
 * @param onFailure gets what fails when a turn has begun
 */
export function createIdempotentStart(
  store: TurnStore,
  begin: Begin,
  onFailure: (error: unknown) => void,
  { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {},
) {
  const starting = new Map<string, { bodyHash: string; turn: Promise<StoredTurn> }>();

  const startOnce = async (start: TurnStart, beginAs: (id: string) => Promise<StoredTurn>) => {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const first = await store.starts.claim(start);
      if (first === 'claimed') {
        const turn = await beginAs(start.turnId).catch(async (error: unknown) => {
          await onceResourcesAreThere(() => store.starts.release(start)).catch(onFailure);
          throw error;
        });
        await store.starts.note(start).catch(onFailure);
        return turn;
      }
      if (first.bodyHash !== start.bodyHash) throw mismatch();
      const turn = await store.find(first.turnId);
      if (turn !== undefined) return turn;
      if (first.hasBegun) throw gone();
      // Its turn may be to come: with a new key the work would be done twice.
      if (performance.now() > deadline) throw pending();
      await delay(POLL_MS);
    }
  };

  return async (
    client: Client,
    body: Body,
    { idempotencyKey: key, asked = body, notes }: BeginOptions = {},
  ): Promise<StoredTurn> => {
    const beginAs = async (id: string) =>
      begin(client, typeof body === 'function' ? await body() : body, { id, notes });
    if (key === undefined) return beginAs(newTurnId());
    const bodyHash = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
    const name = JSON.stringify([client.id, key]);
    const other = starting.get(name);
    if (other !== undefined) {
      if (other.bodyHash !== bodyHash) throw mismatch();
      return other.turn;
    }
    const start = { client: client.id, key, bodyHash, turnId: newTurnId() };
    const turn = startOnce(start, beginAs);
    starting.set(name, { bodyHash, turn });
    try {
      return await turn;
    } finally {
      starting.delete(name);
    }
  };
}

function mismatch(): Error {
  return refusal(
    'idempotency_mismatch',
    'This Idempotency-Key has begun a turn with another body: send a new key for a new turn.',
  );
}

function pending(): Error {
  return refusal(
    'start_pending',
    'The turn of this Idempotency-Key is still beginning: send the same request again in a moment, with the same key.',
    { headers: { 'retry-after': '5' } },
  );
}

function gone(): Error {
  return refusal(
    'turn_unknown',
    'The turn that this Idempotency-Key has begun is gone: send a new key for a new turn.',
  );
}
