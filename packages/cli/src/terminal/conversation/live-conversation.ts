import type { DragomanEvent, UnifiedMessage } from '@dragoman/protocol';
import { isConversationEvent, isTextPiece } from '@dragoman/protocol/internal';
import { indented, type Line, sameText } from '../line.js';
import { createConversationSections, marginOf } from './conversation-sections.js';
import {
  callOf,
  createLivePage,
  type LivePage,
  type MessageStage,
  readyLines,
} from './live-page.js';
import { type Look, narrowed } from './look.js';

/** A running conversation as lines that are printed once and stay. */
export interface LiveConversation {
  /** The lines that this event gives. */
  push(event: DragomanEvent): Line[];
}

/** A text is rendered when it may have filled a line, not at every piece. */
const USUAL_COLUMNS = 80;
/** The longer a text is, the less often it is rendered, because each time all of it is. */
const LOOKS_PER_LENGTH = 64;
/** Limit for the output of a running tool. Its result has all of it. */
const MOST_PRINTED = 64 * 1024;

/**
 * Renders a turn while it runs, as `sessions show` renders it later: calls when they are made, results
 * when they come, texts line by line. A call that finishes out of order is repeated above its result.
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
      if (!isConversationEvent(event)) return [];
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
