import { type DragomanEvent, type LooseEvent, parseEvent } from '@dragoman/protocol';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import type { TurnTimers } from '../limits/turn-timers.js';
import type { TurnInProgress } from './turn-in-progress.js';

const TELLING: ReadonlySet<string> = new Set(['init', 'turn', 'error', 'usage', 'stderr']);

/** Terminal, in the words of the agent. */
const LAST_WORDS: ReadonlySet<unknown> = new Set(['completed', 'failed', 'aborted']);

/** Only the turn knows these, so an agent's are left out. */
const OURS: ReadonlySet<string> = new Set([
  'sandbox',
  'relay.session',
  'tool_request',
  'snapshot_request',
  'execute_request',
  'end',
]);

/**
 * Puts what the agent said into the journal, and draws the conclusions: which session it is, whether
 * the agent says that it is done.
 */
export function tellEvents<Request extends BaseChatRequest>(
  { journal, evidence, session, stop }: TurnInProgress<Request>,
  timers: TurnTimers,
  told: readonly LooseEvent[],
): void {
  const events = told.filter(({ type }) => !OURS.has(type));
  if (events.length === 0) return;
  let lost: string | undefined;
  for (const event of events.flatMap(telling)) {
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

/**
 * The event, if it is one of those from which something follows and is as its type says: readers may
 * be anybody's. The others aren't even looked at, for there can be very many.
 */
function telling(event: LooseEvent): DragomanEvent[] {
  if (!TELLING.has(event.type)) return [];
  const parsed = parseEvent(event);
  return parsed.ok ? [parsed.event] : [];
}
