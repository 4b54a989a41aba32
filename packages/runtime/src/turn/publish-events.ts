import { type DragomanEvent, parseEvent } from '@dragoman/protocol';
import { type LooseEvent, traitsOf } from '@dragoman/protocol/internal';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import type { TurnTimers } from '../limits/turn-timers.js';
import type { TurnInProgress } from './turn-in-progress.js';

/** Terminal, in the words of the agent. */
const LAST_WORDS: ReadonlySet<unknown> = new Set(['completed', 'failed', 'aborted']);

/** What only the turn knows of itself. An agent's error may have any other code. */
const OUR_CODES: ReadonlySet<unknown> = new Set([
  'artifacts_incomplete',
  'caller_tools',
  'cleanup_failed',
  'host_refused',
  'hosted_tool_removed',
  'journal_damaged',
  'journal_gap',
  'journal_limit',
  'session_id_changed',
]);

/**
 * Puts what the agent said into the journal, and draws the conclusions: which session it is, whether
 * the agent says that it is done.
 */
export function emitEvents<Request extends BaseChatRequest>(
  { journal, evidence, session, stop, input }: TurnInProgress<Request>,
  timers: TurnTimers,
  said: readonly LooseEvent[],
): void {
  const events = said.filter(isOfAgent).map(withoutOurCode);
  if (events.length === 0) return;
  const kept: LooseEvent[] = [];
  let lost: string | undefined;
  for (const event of events) {
    const known = parseEvidence(event);
    if (known !== undefined) evidence.event(known);
    if (known?.type === 'turn' && LAST_WORDS.has(known.status)) {
      timers.saidEnd();
      input.end();
    }
    // Input that came while it spoke its last words.
    if (known?.type === 'turn' && known.status === 'started') timers.wentOn();
    if (known?.type === 'init' && known.modelId) session.noteModel(known.modelId);
    const heard = known?.type === 'init' && known.session_id && session.heard(known.session_id);
    if (!heard || heard.isOwn) {
      kept.push(event);
      continue;
    }
    const { problem } = heard;
    kept.push(...withoutSession(event));
    if (problem === undefined) continue;
    const isLost = problem.code === 'resume_lost';
    if (isLost) lost = problem.message;
    kept.push({ type: 'error', fatal: isLost, ...problem });
  }
  journal.append(kept);
  if (lost !== undefined) stop.stop('resume_lost', lost);
}

/**
 * Leaves out the first repetition of the prompt: some CLIs print it, and the turn has put it into the
 * journal already.
 */
export function createEchoFilter(
  prompt: string,
): (events: readonly LooseEvent[]) => readonly LooseEvent[] {
  const words = prompt.trim();
  let isOver = false;
  const isEcho = ({ type, role, content, parent_tool_id: parent }: LooseEvent): boolean =>
    type === 'message' &&
    role === 'user' &&
    parent === undefined &&
    typeof content === 'string' &&
    content.trim() === words;
  return (events) => {
    const at = isOver ? -1 : events.findIndex(isEcho);
    if (at === -1) return events;
    isOver = true;
    return events.toSpliced(at, 1);
  };
}

/** What only the turn knows, or a run, an agent's output can't say. */
function isOfAgent({ type }: LooseEvent): boolean {
  return (traitsOf(type)?.writer ?? 'agent') === 'agent';
}

/** Its message is kept, so nothing that an agent says is lost. */
function withoutOurCode(event: LooseEvent): LooseEvent {
  if (event.type !== 'error' || !OUR_CODES.has(event.code)) return event;
  const { code: _ours, ...rest } = event;
  return { ...rest, type: 'error' };
}

/** What else an `init` says, if anything, that names a session which isn't the turn's. */
function withoutSession({ session_id: _foreign, ...event }: LooseEvent): LooseEvent[] {
  const says = Object.keys(event).some((name) => name !== 'type' && name !== 'ts');
  return says ? [{ ...event, type: 'init' }] : [];
}

/**
 * The event, if it is one of those from which something follows and is as its type says: readers may
 * be anybody's. The others aren't even looked at, for there can be very many.
 */
function parseEvidence(event: LooseEvent): DragomanEvent | undefined {
  if (traitsOf(event.type)?.isEvidence !== true) return undefined;
  const parsed = parseEvent(event);
  return parsed.ok ? parsed.event : undefined;
}
