import type { JournaledEvent } from '@dragoman/protocol';
import { isRequestEvent } from '@dragoman/protocol/internal';
import type { ResponseStart, StepMapper } from './read-response.js';
import { eventsUntil } from './turn-events.js';

export interface PastResponse<Out> {
  /** What there is of it so far. */
  readonly parts: readonly Out[];
  /** Nothing more comes: the agent waits or waited after it, or the turn is over. */
  readonly isOver: boolean;
}

/**
 * What a response has given, or has given so far, to whoever asks again. Where nobody has answered yet
 * it ends with the last request that there is; otherwise with the last one before the answer.
 */
export async function readPastResponse<Out>(
  { turn, after }: Pick<ResponseStart, 'turn' | 'after'>,
  mapper: StepMapper<Out>,
  signal: AbortSignal,
): Promise<PastResponse<Out>> {
  const { lastSeq } = await turn.status();
  const parts: Out[] = [];
  const requests = new Set<string>();
  /** What came after the last request: it belongs to the next response, if that was the last. */
  let held: JournaledEvent[] = [];
  let isPrimed = after === 0;
  const take = (): void => {
    for (const event of held) parts.push(...mapper.push(event));
    held = [];
  };

  for await (const event of eventsUntil(turn, lastSeq, signal)) {
    if (event.seq <= after) {
      mapper.push(event);
      continue;
    }
    if (!isPrimed) mapper.pause();
    isPrimed = true;
    if (event.type === 'tool_answer' && requests.has(event.requestId)) break;
    held.push(event);
    if (isRequestEvent(event)) requests.add(event.requestId);
    if (requests.size === 0 || isRequestEvent(event) || event.type === 'end') take();
    if (event.type === 'end') return { parts, isOver: true };
  }
  if (requests.size === 0) return { parts, isOver: false };
  parts.push(...mapper.pause());
  return { parts, isOver: true };
}
