import { addUsageFigures, type UsageFigures } from '@dragoman/protocol';
import { eventsUntil } from '../faces/turn-events.js';
import type { StoredTurn, TurnStore } from '../store/turn-store.js';
import type { Admission } from './admission.js';
import type { TurnSpending } from './day-budget.js';

/**
 * Charges turns that have ended while nobody could: those of a server that was killed. Of what they used
 * the agent's own figures are there, as far as it had reported them. No turn is charged twice.
 */
export async function chargeLostTurns(
  { uncharged, charge }: Pick<Admission, 'uncharged' | 'charge'>,
  store: Pick<TurnStore, 'find'>,
): Promise<void> {
  for (const id of uncharged()) {
    const turn = await store.find(id);
    const status = await turn?.status();
    // It could not begin, or is at work in another process.
    if (turn === undefined || status?.end === undefined) continue;
    const { end, lastSeq } = status;
    const spent = spendingIn(turn, lastSeq).then((said) => ({
      ...said,
      usage: end.usage ?? said.usage,
    }));
    await charge({ id: turn.entry.client }, id, spent);
  }
}

async function spendingIn(turn: StoredTurn, lastSeq: number): Promise<TurnSpending> {
  let usage: UsageFigures | undefined;
  let modelId: string | undefined;
  for await (const event of eventsUntil(turn, lastSeq, new AbortController().signal)) {
    if (event.type === 'usage') usage = addUsageFigures(usage, event);
    if (event.type === 'init') modelId = event.modelId ?? modelId;
  }
  return { usage, modelId };
}
