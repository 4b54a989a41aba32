import { type DragomanEvent, isEventType, type LooseEvent } from '@dragoman/protocol';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import type { TurnTimers } from '../limits/turn-timers.js';
import type { TurnInProgress } from './turn-in-progress.js';

/** Terminal, in the words of the agent. */
const LAST_WORDS: ReadonlySet<unknown> = new Set(['completed', 'failed', 'aborted']);

/**
 * Puts what the agent said into the journal, and draws the conclusions: which session it is, whether
 * the agent says that it is done. The one `end` is the turn's own, so an agent's is left out.
 */
export function tellEvents<Request extends BaseChatRequest>(
  { journal, evidence, session, stop }: TurnInProgress<Request>,
  timers: TurnTimers,
  told: readonly LooseEvent[],
): void {
  const events = told.filter(({ type }) => type !== 'end');
  if (events.length === 0) return;
  let lost: string | undefined;
  for (const event of events) {
    if (!isKnown(event)) continue;
    evidence.event(event);
    if (event.type === 'turn' && LAST_WORDS.has(event.status)) timers.saidEnd();
    if (event.type === 'init' && event.session_id !== undefined) {
      lost ??= session.heard(event.session_id);
    }
  }
  journal.append(events);
  if (lost === undefined) return;
  journal.append({ type: 'error', message: lost, fatal: true, code: 'resume_lost' });
  stop.stop('resume_lost', lost);
}

/** Readers have checked it: what isn't as its type says became `raw`. */
function isKnown(event: LooseEvent): event is DragomanEvent {
  return isEventType(event.type);
}
