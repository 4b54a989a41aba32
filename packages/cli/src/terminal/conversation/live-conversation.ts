import type { DragomanEvent, EventType, UnifiedMessage } from '@dragoman/protocol';
import { createConversationSections, marginOf } from './conversation-sections.js';
import { indented, type Line, sameText } from './line.js';
import { createLivePage, isTextPiece, type LivePage } from './live-page.js';
import { type Look, narrowed } from './look.js';
import { callOf, type MessageStage, readyLines } from './ready-lines.js';

/** A conversation that is still being held, as lines that are shown once and for good. */
export interface LiveConversation {
  /** The lines that this event gives. */
  push(event: DragomanEvent): Line[];
}

/** These say nothing that is part of a conversation, and interrupt nobody who is speaking. */
const ASIDES: ReadonlySet<EventType> = new Set<EventType>([
  ...(['stderr', 'usage', 'raw', 'sandbox', 'ping', 'artifact', 'snapshot'] as const),
  'workspace_risk',
  ...(['relay.session', 'snapshot_request', 'execute_request', 'tool_request'] as const),
]);

/** A text is looked at when a line of it may have been filled, rather than at every piece. */
const USUAL_COLUMNS = 80;
/** And the longer it gets, the less often: to look at all of it takes its time. */
const LOOKS_PER_LENGTH = 64;
/** Of what a running tool prints. Its result tells all of it. */
const MOST_PRINTED = 64 * 1024;

/**
 * Shows a turn while it goes on, as `sessions show` would show it later: calls when they are made,
 * their results when they come, texts line by line. What finishes out of order is shown when it
 * finishes, with its call above it once more.
 */
export function createLiveConversation(look: Look): LiveConversation {
  const sections = createConversationSections();
  let page: LivePage = createLivePage();
  let unseen = 0;
  let written = 0;
  let printed = 0;
  let latest: string | undefined;

  const show = (message: UnifiedMessage, stage: MessageStage): Line[] => {
    if (message.synthetic !== undefined && !look.all) return [];
    const margin = marginOf(message);
    const ready = readyLines(message, stage, narrowed(look, margin.length));
    const shown = page.shown.get(message.id) ?? [];
    const same = commonLines(shown, ready);
    if (same === ready.length) return [];
    page.shown.set(message.id, ready);
    const goesOn = latest === message.id && same === shown.length;
    latest = message.id;
    const rest = ready.slice(same);
    if (goesOn) {
      sections.grew();
      return indented(rest, margin);
    }
    const lines = indented(callOf(message) === undefined ? rest : ready, margin);
    return [...sections.before(message, lines), ...lines];
  };

  return {
    push(event) {
      if (ASIDES.has(event.type)) return [];
      if (event.type === 'tool_result') printed = 0;
      if (event.type === 'tool_output') {
        printed += event.content.length;
        if (printed < MOST_PRINTED) page.push(event);
        return [];
      }
      page.push(event);
      if (isTextPiece(event)) {
        unseen += event.content.length;
        written += event.content.length;
        const enough = event.content.includes('\n') ? 0 : (look.columns ?? USUAL_COLUMNS);
        if (unseen < Math.max(enough, written / LOOKS_PER_LENGTH)) return [];
      } else {
        written = 0;
      }
      unseen = 0;
      const lines = page.changes(event).flatMap(({ message, stage }) => show(message, stage));
      page = page.next(event);
      return lines;
    },
  };
}

/** How many lines at the beginning are the same. */
function commonLines(some: readonly Line[], others: readonly Line[]): number {
  const different = some.findIndex((line, index) => !sameText(line, others[index]));
  return different === -1 ? some.length : different;
}
