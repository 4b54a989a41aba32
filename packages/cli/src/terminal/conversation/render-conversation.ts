import type { UnifiedMessage } from '@dragoman/protocol';
import { indented, type Line } from '../line.js';
import { createConversationSections, marginOf } from './conversation-sections.js';
import { type Look, narrowed } from './look.js';
import { messageLines } from './message-lines.js';

/** Renders the messages of a conversation as lines, for any agent. */
export function* renderConversation(
  messages: Iterable<UnifiedMessage>,
  look: Look,
): Generator<Line> {
  const sections = createConversationSections();
  for (const message of messages) {
    if (message.synthetic !== undefined && !look.all) continue;
    const margin = marginOf(message);
    const lines = indented(messageLines(message, narrowed(look, margin.length)), margin);
    if (lines.length === 0) continue;
    yield* sections.before(message, lines);
    yield* lines;
  }
}
