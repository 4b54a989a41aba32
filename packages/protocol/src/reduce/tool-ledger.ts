import type { ToolOutputEvent, ToolResultEvent, ToolUseEvent } from '../event/tool-events.js';
import type {
  ToolResultBlock,
  ToolResultStatus,
  ToolUseBlock,
  UnifiedContent,
} from '../message/content-block.js';
import { type MessageDraft, type MessageLog, markChanged } from './message-log.js';

type ToolEvent = ToolUseEvent | ToolOutputEvent | ToolResultEvent;

/** A call, its result, or both: one message. */
interface Entry {
  readonly toolId: string;
  readonly turn: number;
  readonly draft: MessageDraft;
  call: ToolUseBlock | undefined;
  result: ToolResultBlock | undefined;
  /** What the running tool has printed so far. */
  printed: string | undefined;
  /** What came under the same id after the result: a separate message, never the next call's. */
  late: Entry | undefined;
}

export interface ToolLedger {
  use(event: ToolUseEvent): void;
  output(event: ToolOutputEvent): void;
  result(event: ToolResultEvent): void;
  /** True for a call that the agent itself made in this turn. */
  isCalled(toolId: string): boolean;
  /** The turn is over: a call after this is another call, whatever its id. */
  closeTurn(): void;
  unanswered(): string[];
  orphanResults(): string[];
}

/**
 * Pairs calls with their results by id, whatever order they come in, separately for each sub-agent.
 * A result that has no call, and a second result of a call, are kept as separate messages.
 * Agents count their calls anew in each turn, so a call never continues one of an earlier turn; an
 * answer may still reach it there, as long as no newer call has its id.
 */
export function createToolLedger(log: MessageLog): ToolLedger {
  const chains = new Map<string | undefined, Map<string, Entry>>();
  /** In the order they began. What became of each is looked at when that is asked for. */
  const entries: Entry[] = [];
  let turn = 0;

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
      turn,
      call: undefined,
      result: undefined,
      printed: undefined,
      late: undefined,
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
    entries.push(entry);
    return entry;
  };

  /** The entry an answer goes to: the call that awaits it, or an orphan. */
  const entryFor = (event: ToolOutputEvent | ToolResultEvent): Entry => {
    const known = find(event);
    if (known !== undefined && awaitsAnswer(known, turn)) return known;
    if (known?.late !== undefined && awaitsAnswer(known.late, turn)) return known.late;
    const orphan = begin(event);
    if (known?.turn === turn) known.late = orphan;
    else remember(event, orphan);
    return orphan;
  };

  return {
    use(event) {
      const known = find(event);
      const entry = known !== undefined && mayBeEmittedAgain(known, turn) ? known : begin(event);
      if (entry !== known) remember(event, entry);
      entry.call = toUseBlock(event);
      markChanged(entry.draft);
    },
    output(event) {
      const entry = entryFor(event);
      entry.printed = (entry.printed ?? '') + event.content;
      markChanged(entry.draft);
    },
    result(event) {
      const entry = entryFor(event);
      entry.result = toResultBlock(event);
      markChanged(entry.draft);
    },
    isCalled(toolId) {
      const entry = chains.get(undefined)?.get(toolId);
      return entry?.turn === turn && entry.call !== undefined;
    },
    closeTurn() {
      turn += 1;
    },
    unanswered: () =>
      idsOf(entries, ({ call, result }) => call !== undefined && result === undefined),
    orphanResults: () => idsOf(entries, ({ call }) => call === undefined),
  };
}

/** Whether a call under the entry's id is the entry's own: not once that one is complete, or of an earlier turn. */
function mayBeEmittedAgain(entry: Entry, turn: number): boolean {
  return entry.turn === turn && (entry.call === undefined || entry.result === undefined);
}

/** What came without a call awaits one in its own turn only; a call may be answered later. */
function awaitsAnswer(entry: Entry, turn: number): boolean {
  return entry.result === undefined && (entry.call !== undefined || entry.turn === turn);
}

function idsOf(entries: readonly Entry[], isMeant: (entry: Entry) => boolean): string[] {
  const ids: string[] = [];
  for (const entry of entries) if (isMeant(entry)) ids.push(entry.toolId);
  return ids;
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

/** The block that shows a call. */
export function toUseBlock(event: ToolUseEvent): ToolUseBlock {
  const { native_name: name, native_parameters: input } = event;
  // Assigned, not spread, here and below: a session has as many of these as calls.
  const block: ToolUseBlock = {
    type: 'tool_use',
    id: event.tool_id,
    name: event.tool_name,
    input: event.parameters,
  };
  if (name !== undefined || input !== undefined) {
    block.native = { name: name ?? event.tool_name, input: input ?? event.parameters };
  }
  if (event.partial === true) block.partial = true;
  return block;
}

/** The block that shows a result. A result with nothing but an error shows the error's words. */
export function toResultBlock(event: ToolResultEvent): ToolResultBlock {
  const status = statusOf(event);
  const block: ToolResultBlock = {
    type: 'tool_result',
    tool_use_id: event.tool_id,
    is_error: status !== 'success',
    status,
  };
  const content = event.output ?? event.error?.message;
  if (content !== undefined) block.content = content;
  if (event.exit_code !== undefined) block.exit_code = event.exit_code;
  if (event.duration_ms !== undefined) block.duration_ms = event.duration_ms;
  if (event.truncated !== undefined) block.truncated = event.truncated;
  if (event.error !== undefined) block.error = event.error;
  if (event.changes !== undefined) block.changes = event.changes;
  return block;
}

function statusOf({ status, error }: ToolResultEvent): ToolResultStatus {
  if (status === 'success') return 'success';
  return error?.type === 'cancelled' || error?.type === 'denied' ? error.type : 'error';
}
