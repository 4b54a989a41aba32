import type { JsonObject } from '@dragoman/protocol';
import type { OutputItem } from './response-object.js';

/** An event of the stream, before it has its number. */
export interface ItemEvent extends JsonObject {
  readonly type: string;
}

/** What is being written of an item, and where it stands. */
export interface OpenItem {
  readonly index: number;
  item: OutputItem;
  text: string;
}

/** How one kind of item comes: its events, and what it is in the end. */
export interface ItemKind {
  /** The item as it begins. */
  begin(id: string, fields: JsonObject): OutputItem;
  /** What follows the item's beginning. */
  opened(open: OpenItem): readonly ItemEvent[];
  delta(open: OpenItem, delta: string): ItemEvent;
  /** What comes before the item is done; `open.item` becomes what it is in the end. */
  close(open: OpenItem): readonly ItemEvent[];
}

const position = ({ index, item }: OpenItem) => ({ item_id: item.id, output_index: index });

const textPart = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });

export const messageItem: ItemKind = {
  begin: (id) => ({ id, type: 'message', status: 'in_progress', role: 'assistant', content: [] }),
  opened: (open) => [
    {
      type: 'response.content_part.added',
      ...position(open),
      content_index: 0,
      part: textPart(''),
    },
  ],
  delta: (open, delta) => ({
    type: 'response.output_text.delta',
    ...position(open),
    content_index: 0,
    delta,
    logprobs: [],
  }),
  close(open) {
    const { text } = open;
    const at = { ...position(open), content_index: 0 };
    open.item = { ...open.item, status: 'completed', content: [textPart(text)] };
    return [
      { type: 'response.output_text.done', ...at, text, logprobs: [] },
      { type: 'response.content_part.done', ...at, part: textPart(text) },
    ];
  },
};

const summaryPart = (text: string) => ({ type: 'summary_text', text });

export const reasoningItem: ItemKind = {
  begin: (id) => ({ id, type: 'reasoning', status: 'in_progress', summary: [] }),
  opened: (open) => [
    {
      type: 'response.reasoning_summary_part.added',
      ...position(open),
      summary_index: 0,
      part: summaryPart(''),
    },
  ],
  delta: (open, delta) => ({
    type: 'response.reasoning_summary_text.delta',
    ...position(open),
    summary_index: 0,
    delta,
  }),
  close(open) {
    const { text } = open;
    const at = { ...position(open), summary_index: 0 };
    open.item = { ...open.item, status: 'completed', summary: [summaryPart(text)] };
    return [
      { type: 'response.reasoning_summary_text.done', ...at, text },
      { type: 'response.reasoning_summary_part.done', ...at, part: summaryPart(text) },
    ];
  },
};

/** A call of a tool of the caller, who executes it. */
export const functionCallItem: ItemKind = {
  begin: (id, fields) => ({
    id,
    type: 'function_call',
    status: 'in_progress',
    arguments: '',
    ...fields,
  }),
  opened: () => [],
  delta: (open, delta) => ({
    type: 'response.function_call_arguments.delta',
    ...position(open),
    delta,
  }),
  close(open) {
    const { text, item } = open;
    open.item = { ...item, status: 'completed', arguments: text };
    return [
      {
        type: 'response.function_call_arguments.done',
        ...position(open),
        name: item.name,
        arguments: text,
      },
    ];
  },
};

/**
 * A call of a tool that the agent executes. It looks like one of a remote MCP server: the only item of
 * the protocol for any tool that its caller need not, and must not, execute.
 */
export const agentCallItem: ItemKind = {
  begin: (id, fields) => ({
    id,
    type: 'mcp_call',
    status: 'in_progress',
    arguments: '',
    output: null,
    error: null,
    approval_request_id: null,
    ...fields,
  }),
  opened: (open) => [{ type: 'response.mcp_call.in_progress', ...position(open) }],
  delta: (open, delta) => ({ type: 'response.mcp_call_arguments.delta', ...position(open), delta }),
  close(open) {
    open.item = { ...open.item, arguments: open.text };
    return [{ type: 'response.mcp_call_arguments.done', ...position(open), arguments: open.text }];
  },
};

/** The result of such a call, which is the end of its item. */
export function agentCallResult(open: OpenItem, output: string, isError: boolean): ItemEvent {
  open.item = {
    ...open.item,
    status: isError ? 'failed' : 'completed',
    ...(isError ? { error: output } : { output }),
  };
  const type = isError ? 'response.mcp_call.failed' : 'response.mcp_call.completed';
  return { type, ...position(open) };
}
