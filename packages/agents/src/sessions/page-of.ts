import type { Transcript, UnifiedMessage } from '@dragoman/protocol';

export interface PageBounds {
  /** The index of its first message. */
  readonly first: number;
  /** The index behind its last message. */
  readonly count: number;
  /** Whether nothing of the session comes before it. */
  readonly isEarliest: boolean;
  /** Whether nothing of the session comes after it. */
  readonly isLatest: boolean;
}

/** The part of a transcript that is about some of its messages. What it can't know of the whole is absent. */
export function pageOf(whole: Transcript, bounds: PageBounds): Transcript {
  const { usage, subAgentUsage, outcome, plan, ...rest } = whole;
  const messages = whole.messages.slice(bounds.first, bounds.count);
  const { calls, notices } = contentOf(messages);
  const isWhole = bounds.isEarliest && bounds.isLatest;
  return {
    ...rest,
    messages,
    unanswered: whole.unanswered.filter((id) => calls.has(id)),
    orphanResults: whole.orphanResults.filter((id) => calls.has(id)),
    errors: whole.errors.filter(({ message }) => notices.has(message)),
    ...(isWhole && usage !== undefined && { usage }),
    ...(isWhole && subAgentUsage !== undefined && { subAgentUsage }),
    ...(bounds.isLatest && outcome !== undefined && { outcome }),
    ...(bounds.isLatest && plan !== undefined && { plan }),
  };
}

function contentOf(messages: readonly UnifiedMessage[]): {
  calls: ReadonlySet<string>;
  notices: ReadonlySet<string>;
} {
  const calls = new Set<string>();
  const notices = new Set<string>();
  for (const block of messages.flatMap(({ content }) => content)) {
    if (block.type === 'tool_use') calls.add(block.id);
    if (block.type === 'tool_result') calls.add(block.tool_use_id);
    if (block.type === 'notice') notices.add(block.text);
  }
  return { calls, notices };
}
