import type { JournaledEvent } from '@dragoman/protocol';
import type { AnswerReceipt, ToolAnswer, Turn } from '@dragoman/runtime';

/** Any event by which an agent asks its caller for something. */
export type AnyRequest = Extract<JournaledEvent, { readonly requestId: string }>;

/** Reads a turn to its end and answers its requests on the way. Without an answer one stays open. */
export async function answerRequests(
  turn: Pick<Turn, 'events' | 'answer'>,
  answerTo: (request: AnyRequest) => ToolAnswer | undefined,
): Promise<{
  readonly events: readonly JournaledEvent[];
  readonly receipts: readonly AnswerReceipt[];
}> {
  const events: JournaledEvent[] = [];
  const receipts: AnswerReceipt[] = [];
  for await (const event of turn.events()) {
    events.push(event);
    if (!('requestId' in event)) continue;
    const answer = answerTo(event);
    if (answer !== undefined) receipts.push(await turn.answer(event.requestId, answer));
  }
  return { events, receipts };
}
