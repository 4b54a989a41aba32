import { turnLimitsOf } from '@dragoman/runtime/internal';
import type { ServerContext } from '../server-context.js';
import type { StoredTurn } from '../store/turn-store.js';
import { type NewRelaySession, newRelaySession } from './relay-session.js';

/**
 * A new session of the relay of a turn. `undefined` where the turn has ended.
 *
 * @param tools those that its pages may answer. Default: all
 */
export async function openRelay(
  { options, store }: ServerContext,
  turn: StoredTurn,
  tools?: readonly string[],
): Promise<NewRelaySession | undefined> {
  const { id } = turn.entry;
  const relay = store.relay(id);
  const { totalMs: longestMs } = turnLimitsOf(options.policy.limits?.turn);
  if (await isOver(turn)) return undefined;
  const made = newRelaySession(id, { longestMs, tools });
  await relay.open(made.session);
  if (!(await isOver(turn))) return made;
  // It has ended in between, and closed its relay before this opened it.
  await relay.close();
  return undefined;
}

export async function isOver(turn: StoredTurn): Promise<boolean> {
  return (await turn.status()).end !== undefined;
}
