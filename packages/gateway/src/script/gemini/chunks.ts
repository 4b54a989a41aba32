import { parseJson } from '@dragoman/protocol';
import { itemId, type Reply, type ReplyItem, shownParts, textParts } from '../reply.js';
import { splitText } from '../split-text.js';
import type { StreamEvent } from '../wire.js';

type Part = Readonly<Record<string, unknown>>;

/** The chunks of a streamed answer. Each repeats the usage, and the last one says why it ends. */
export function* generateChunks(reply: Reply): Generator<StreamEvent> {
  for (const part of reply.items.flatMap((item, index) =>
    itemParts(item, reply, index, splitText),
  )) {
    yield { data: chunk(reply, [part]) };
  }
  yield { data: chunk(reply, [{ text: '' }], finishReasonOf(reply)), completes: true };
}

/** The same answer in one piece. */
export function generateBody(reply: Reply): unknown {
  const parts = reply.items.flatMap((item, index) => itemParts(item, reply, index, whole));
  return chunk(reply, parts.length > 0 ? parts : [{ text: '' }], finishReasonOf(reply));
}

const FINISH_REASONS = {
  limit: 'MAX_TOKENS',
  refusal: 'SAFETY',
  call: 'MALFORMED_FUNCTION_CALL',
} as const;

/** A call whose arguments are no JSON never leaves the provider: the answer ends where it would be. */
function finishReasonOf({ items, stop }: Reply): string {
  if (stop !== undefined) return FINISH_REASONS[stop];
  return items.some(isMalformed) ? 'MALFORMED_FUNCTION_CALL' : 'STOP';
}

function isMalformed(item: ReplyItem): boolean {
  return item.kind === 'call' && item.text !== undefined && !parseJson(item.text).ok;
}

function itemParts(
  item: ReplyItem,
  reply: Reply,
  index: number,
  pieces: (text: string) => string[],
): Part[] {
  switch (item.kind) {
    case 'thought':
      return shownParts(item).map((text) => ({ text, thought: true }));
    case 'text':
      return textParts(item)
        .flatMap(pieces)
        .map((text) => ({ text }));
    case 'call':
      if (isMalformed(item)) return [];
      return [
        {
          functionCall: { id: itemId('fc', reply, index), name: item.name, args: item.arguments },
          thoughtSignature: SIGNATURE,
        },
      ];
    // Gemini does its searches without a word in the answer.
    case 'search':
      return [];
  }
}

/** Only the provider could check it; clients keep it and send it back. */
const SIGNATURE = Buffer.from('scripted').toString('base64');

const whole = (text: string) => [text];

function chunk(reply: Reply, parts: readonly Part[], finishReason?: string): unknown {
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        ...(finishReason === undefined ? {} : { finishReason }),
        index: 0,
      },
    ],
    usageMetadata: usageMetadata(reply),
    modelVersion: reply.model,
    responseId: `resp_${reply.tag}`,
  };
}

/** The prompt includes what was cached; thoughts are counted beside the candidates. */
function usageMetadata({ usage }: Reply): Readonly<Record<string, number>> {
  return {
    promptTokenCount: usage.input,
    cachedContentTokenCount: usage.cached,
    candidatesTokenCount: usage.output - usage.reasoning,
    thoughtsTokenCount: usage.reasoning,
    totalTokenCount: usage.input + usage.output,
  };
}
