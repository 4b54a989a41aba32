import type { StoredTurn, TurnQuery } from '../store/turn-store.js';
import type { KeyNames } from './key-names.js';
import type { KnownTurn } from './known-turn.js';
import { textsIn } from './node-records.js';
import type { RedisLink } from './redis-link.js';

const PAGE = 100;

/** The ids of a client's turns at all nodes, the latest first. */
export async function* idsOf(
  link: RedisLink,
  keys: KeyNames,
  { client, before }: TurnQuery,
): AsyncGenerator<string> {
  const key = keys.turnsOf(client);
  let from = before === undefined ? '+' : `(${before}`;
  for (;;) {
    const range = ['ZREVRANGEBYLEX', key, from, '-', 'LIMIT', '0', String(PAGE)];
    const ids = textsIn(await link.command(range));
    yield* ids;
    if (ids.length < PAGE) return;
    from = `(${ids.at(-1)}`;
  }
}

export function isAskedFor({ entry, status }: KnownTurn, query: TurnQuery): boolean {
  if (query.conversation !== undefined && entry.conversation !== query.conversation) return false;
  return query.state === undefined || status.state === query.state;
}

/** Turns of two lists that have the latest first, each turn once. */
export async function* mergeTurns(
  here: AsyncIterable<StoredTurn>,
  elsewhere: AsyncIterable<StoredTurn>,
): AsyncGenerator<StoredTurn> {
  const [left, right] = [here[Symbol.asyncIterator](), elsewhere[Symbol.asyncIterator]()];
  try {
    let [one, other] = await Promise.all([left.next(), right.next()]);
    while (one.done !== true || other.done !== true) {
      const a = one.done === true ? '' : one.value.entry.id;
      const b = other.done === true ? '' : other.value.entry.id;
      if (one.done !== true && a >= b) yield one.value;
      else if (other.done !== true) yield other.value;
      if (a >= b) one = await left.next();
      if (b >= a) other = await right.next();
    }
  } finally {
    await Promise.all([left.return?.(), right.return?.()]);
  }
}
