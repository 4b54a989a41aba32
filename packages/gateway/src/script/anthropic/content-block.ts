import { itemId, type Reply, type ReplyItem, textParts } from '../reply.js';
import { splitText } from '../split-text.js';

type Fields = Readonly<Record<string, unknown>>;

/** A block of a message's content: how it begins, what is added to it, how it ends up. */
export interface ContentBlock {
  readonly start: Fields;
  readonly deltas: readonly Fields[];
  readonly whole: Fields;
}

/** Only the provider could check it; clients keep it and send it back. */
const SIGNATURE = Buffer.from('scripted').toString('base64');

/** The blocks of a reply. A thought in several parts is as many thinking blocks. */
export function contentBlocks(reply: Reply): ContentBlock[] {
  return reply.items.flatMap((item, index) => itemBlocks(item, reply, index));
}

function itemBlocks(item: ReplyItem, reply: Reply, index: number): ContentBlock[] {
  switch (item.kind) {
    case 'thought':
      return item.parts.map(item.sealed ? sealedBlock : thinkingBlock);
    case 'text':
      return textParts(item).map(textBlock);
    case 'call': {
      const start = { type: 'tool_use', id: itemId('toolu', reply, index), name: item.name };
      const pieces = splitText(item.text ?? JSON.stringify(item.arguments));
      return [
        {
          start: { ...start, input: {} },
          deltas: pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
          whole: { ...start, input: item.arguments },
        },
      ];
    }
    case 'search':
      return searchBlocks(item.query, itemId('srvtoolu', reply, index));
  }
}

/** A thought that only the provider can read comes whole. */
function sealedBlock(thinking: string): ContentBlock {
  const whole = { type: 'redacted_thinking', data: Buffer.from(thinking).toString('base64') };
  return { start: whole, deltas: [], whole };
}

function textBlock(text: string): ContentBlock {
  return {
    start: { type: 'text', text: '' },
    deltas: splitText(text).map((piece) => ({ type: 'text_delta', text: piece })),
    whole: { type: 'text', text },
  };
}

function thinkingBlock(thinking: string): ContentBlock {
  return {
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...splitText(thinking).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
      { type: 'signature_delta', signature: SIGNATURE },
    ],
    whole: { type: 'thinking', thinking, signature: SIGNATURE },
  };
}

/** A search that the provider did by itself and that found nothing. */
function searchBlocks(query: string, id: string): ContentBlock[] {
  const use = { type: 'server_tool_use', id, name: 'web_search' };
  const result = { type: 'web_search_tool_result', tool_use_id: id, content: [] };
  return [
    {
      start: { ...use, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify({ query }) }],
      whole: { ...use, input: { query } },
    },
    { start: result, deltas: [], whole: result },
  ];
}
