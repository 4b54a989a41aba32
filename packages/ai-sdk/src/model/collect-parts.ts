import type { LanguageModelV3Content, LanguageModelV3ResponseMetadata } from '@ai-sdk/provider';
import type { FinishPart, ModelPart } from '../mapping/model-part.js';
import { TurnFailure } from '../mapping/turn-failure.js';

/** The content that both specifications have in the same form. */
export type ModelContent = Extract<
  LanguageModelV3Content,
  { type: 'text' | 'reasoning' | 'tool-call' | 'tool-result' }
>;

/** All that a turn said, at once. */
export interface CollectedTurn {
  readonly content: ModelContent[];
  readonly finish: FinishPart;
  readonly response: LanguageModelV3ResponseMetadata;
  /** The first that went wrong. */
  readonly error: unknown;
}

/**
 * Reads a stream to its end. One that was canceled by somebody else rejects: what it has said so far is
 * no answer.
 */
export async function collectParts(parts: ReadableStream<ModelPart>): Promise<CollectedTurn> {
  const content: ModelContent[] = [];
  const open = new Map<string, { text: string }>();
  let response: LanguageModelV3ResponseMetadata = {};
  let finish: FinishPart | undefined;
  let error: unknown;

  for await (const part of parts) {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const { providerMetadata } = part;
        const block = {
          type: part.type === 'text-start' ? ('text' as const) : ('reasoning' as const),
          text: '',
          ...(providerMetadata && { providerMetadata }),
        };
        content.push(block);
        open.set(part.id, block);
        break;
      }
      case 'text-delta':
      case 'reasoning-delta': {
        const block = open.get(part.id);
        if (block !== undefined) block.text += part.delta;
        break;
      }
      case 'tool-call':
        content.push(part);
        break;
      case 'tool-result':
        if (part.preliminary !== true) content.push(part);
        break;
      case 'response-metadata': {
        const { type: _type, ...metadata } = part;
        response = { ...response, ...metadata };
        break;
      }
      case 'error':
        error ??= part.error;
        break;
      case 'finish':
        finish = part;
        break;
      case 'text-end':
      case 'reasoning-end':
      case 'raw':
      case 'ping':
        break;
    }
  }
  if (finish === undefined) throw new TurnFailure('turn_lost', 'The turn stopped without an end.');
  if (finish.finishReason.unified === 'other' && error === undefined) {
    const { raw } = finish.finishReason;
    throw new TurnFailure(raw ?? 'turn_canceled', `The turn was stopped: ${raw ?? 'canceled'}.`);
  }
  return { content, finish, response, error };
}
