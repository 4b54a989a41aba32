import type { EndEvent, JournaledEvent } from '@dragoman/protocol';
import { isRequestEvent } from '@dragoman/protocol/internal';
import type { ResponseStart, StepMapper } from '../faces/read-response.js';

/** How a turn ended, in the words of this protocol. */
const OUTCOMES: Readonly<Record<EndEvent['status'], string>> = {
  success: 'completed',
  failed: 'failed',
  timeout: 'timeout',
  canceled: 'cancelled',
  stalled: 'timeout',
  not_started: 'failed',
};

/**
 * The lines of a run: events as the journal has them. The last one is an `end` with its `outcome`, also
 * where the agent waits for the client: that one is no event of the turn, and has no `seq`.
 */
export function createRunLines({
  openRequests,
}: Pick<ResponseStart, 'openRequests'>): StepMapper<string> {
  const pending = new Set<string>();
  const earlier = new Set(openRequests);
  let lastSeq = 0;
  return {
    push(event: JournaledEvent) {
      lastSeq = event.seq;
      if (isRequestEvent(event)) pending.add(event.requestId);
      if (event.type === 'tool_answer') {
        pending.delete(event.requestId);
        earlier.delete(event.requestId);
      }
      return [lineOf(event.type === 'end' ? { ...event, outcome: outcomeOf(event) } : event)];
    },
    pause() {
      const open = [...new Set([...earlier, ...pending])];
      // The next response is not about those of this one, but for the open ones, which it knows.
      pending.clear();
      return [lineOf({ type: 'end', outcome: 'paused', pending: open, last_seq: lastSeq })];
    },
  };
}

export function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function outcomeOf({ status, code }: EndEvent): string {
  return code === 'owner_lost' ? 'lost' : OUTCOMES[status];
}
