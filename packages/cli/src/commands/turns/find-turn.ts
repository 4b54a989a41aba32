import { DragomanError } from '@dragoman/protocol';
import { type ListedTurn, listTurns } from '@dragoman/runtime';

/** The turn with this id, or with the only id that begins so. */
export async function findTurn(wanted: string): Promise<ListedTurn> {
  const near = (await listTurns()).filter(({ id }) => wanted !== '' && id.startsWith(wanted));
  const [turn, ...others] = near.filter(({ id }) => id === wanted).concat(near);
  if (turn === undefined) {
    throw new DragomanError('turn_unknown', `There is no turn ${JSON.stringify(wanted)}.`);
  }
  if (turn.id !== wanted && others.length > 0) {
    const message = `${near.length} turns have an id that begins with ${JSON.stringify(wanted)}. Give more characters.`;
    throw new DragomanError('turn_ambiguous', message);
  }
  return turn;
}
