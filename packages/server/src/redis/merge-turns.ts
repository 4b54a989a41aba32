import type { StoredTurn } from '../store/turn-store.js';

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
