import type { ToolOutputEvent, ToolResultEvent, ToolUseEvent } from '../event/tool-events.js';
import type { ToolResultBlock, ToolUseBlock, UnifiedContent } from '../message/content-block.js';
import { type MessageDraft, markChanged } from './message-draft.js';
import type { MessageLog } from './message-log.js';
import { toResultBlock, toUseBlock } from './tool-blocks.js';

type ToolEvent = ToolUseEvent | ToolOutputEvent | ToolResultEvent;

/** A call, its result, or both: one message. */
interface Entry {
  readonly toolId: string;
  readonly draft: MessageDraft;
  call: ToolUseBlock | undefined;
  result: ToolResultBlock | undefined;
  /** What the running tool has printed so far. */
  printed: string | undefined;
}

export interface ToolLedger {
  use(event: ToolUseEvent): void;
  output(event: ToolOutputEvent): void;
  result(event: ToolResultEvent): void;
  unanswered(): string[];
  orphanResults(): string[];
}

/**
 * Pairs calls with their results by id, whatever order they come in, each sub-agent's for itself.
 * A result that has no call, and a second result of a call, are kept as messages of their own.
 */
export function createToolLedger(log: MessageLog): ToolLedger {
  const chains = new Map<string | undefined, Map<string, Entry>>();
  const unanswered = new Set<Entry>();
  const orphans = new Set<Entry>();

  const find = (event: ToolEvent): Entry | undefined =>
    chains.get(event.parent_tool_id)?.get(event.tool_id);

  const remember = (event: ToolEvent, entry: Entry): void => {
    const chain = chains.get(event.parent_tool_id);
    if (chain === undefined) chains.set(event.parent_tool_id, new Map([[event.tool_id, entry]]));
    else chain.set(event.tool_id, entry);
  };

  const begin = (event: ToolEvent): Entry => {
    const entry: Entry = {
      toolId: event.tool_id,
      call: undefined,
      result: undefined,
      printed: undefined,
      draft: log.begin({
        kind: 'tool',
        role: 'assistant',
        event,
        content: () => blocksOf(entry),
        opening: event.tool_id,
        nativeId: event.tool_id,
        parentToolId: event.parent_tool_id,
      }),
    };
    return entry;
  };

  const beginOrphan = (event: ToolOutputEvent | ToolResultEvent): Entry => {
    const entry = begin(event);
    orphans.add(entry);
    return entry;
  };

  return {
    use(event) {
      const known = find(event);
      // The id of a call that is complete may be used again: that is another call.
      const isComplete = known?.call !== undefined && known.result !== undefined;
      const entry = known === undefined || isComplete ? begin(event) : known;
      if (entry !== known) remember(event, entry);
      entry.call = toUseBlock(event);
      orphans.delete(entry);
      if (entry.result === undefined) unanswered.add(entry);
      markChanged(entry.draft);
    },
    output(event) {
      const known = find(event);
      const entry = isOpen(known) ? known : beginOrphan(event);
      if (entry !== known) remember(event, entry);
      entry.printed = (entry.printed ?? '') + event.content;
      markChanged(entry.draft);
    },
    result(event) {
      const known = find(event);
      const entry = isOpen(known) ? known : beginOrphan(event);
      // A second result must not hide the first from whatever still asks for the call.
      if (known === undefined) remember(event, entry);
      entry.result = toResultBlock(event);
      unanswered.delete(entry);
      markChanged(entry.draft);
    },
    unanswered: () => Array.from(unanswered, (entry) => entry.toolId),
    orphanResults: () => Array.from(orphans, (entry) => entry.toolId),
  };
}

function isOpen(entry: Entry | undefined): entry is Entry {
  return entry !== undefined && entry.result === undefined;
}

function blocksOf({ toolId, call, result, printed }: Entry): readonly UnifiedContent[] {
  const blocks: UnifiedContent[] = [];
  if (call !== undefined) blocks.push(call);
  if (result !== undefined) blocks.push(result);
  else if (printed !== undefined) {
    blocks.push({ type: 'tool_result', tool_use_id: toolId, content: printed, preliminary: true });
  }
  return blocks;
}
