import type {
  LanguageModelV3Content,
  LanguageModelV3ResponseMetadata,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import { replacedBlocks } from '@dragoman/protocol/internal';
import type { CallOptions, CallWarning } from '../call/call-options.js';
import type { FinishPart, Metadata, ModelPart, StopReason } from '../mapping/model-part.js';
import { TurnFailure } from '../mapping/turn-failure.js';
import type { AgentModel, PartFace } from './agent-model.js';

/** What a call for a whole answer gives, as both specifications have it. */
export interface WholeTurn {
  content: ModelContent[];
  finishReason: StopReason;
  usage: LanguageModelV3Usage;
  providerMetadata?: Metadata;
  request: { body: unknown };
  response: LanguageModelV3ResponseMetadata;
  warnings: CallWarning[];
}

const FACE: PartFace<ModelPart> = { first: () => [], parts: (parts) => parts };

/** One step of a turn, read to its end. Rejects where the turn failed. */
export async function collectTurn(model: AgentModel, call: CallOptions): Promise<WholeTurn> {
  const { stream, warnings, body, live } = await model.start(call, FACE);
  const { content: collected, finish, response, error } = await collectParts(stream);
  if (error !== undefined) throw live.mapper.failure ?? error;
  const { content, held } = holdCalls(collected);
  live.held = held;
  const { finishReason, usage, providerMetadata } = finish;
  return {
    content,
    finishReason,
    usage,
    ...(providerMetadata && { providerMetadata }),
    request: { body },
    response,
    warnings: [...warnings],
  };
}

/** The content that both specifications have in the same form. */
export type ModelContent = Extract<
  LanguageModelV3Content,
  { type: 'text' | 'reasoning' | 'tool-call' | 'tool-result' }
>;

/** All parts of a turn. */
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
  let content: ModelContent[] = [];
  const blocks = new Map<string, Extract<ModelContent, { text: string }>>();
  let response: LanguageModelV3ResponseMetadata = {};
  let finish: FinishPart | undefined;
  let error: unknown;

  for await (const part of parts) {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const { providerMetadata } = part;
        // Of a whole answer nobody has read the blocks that another replaces.
        const replaced = new Set<unknown>(
          replacedBlocks(providerMetadata).map((id) => blocks.get(id)),
        );
        content = content.filter((one) => !replaced.has(one));
        const block = {
          type: part.type === 'text-start' ? ('text' as const) : ('reasoning' as const),
          text: '',
          ...(providerMetadata && { providerMetadata }),
        };
        content.push(block);
        blocks.set(part.id, block);
        break;
      }
      case 'text-delta':
      case 'reasoning-delta': {
        const block = blocks.get(part.id);
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
  return { content: content.filter(isSaid), finish, response, error };
}

/** A text that was replaced by none says nothing. */
function isSaid(part: ModelContent): boolean {
  return !('text' in part) || part.text !== '';
}

export type HeldCall = Extract<ModelContent, { type: 'tool-call' }>;

/**
 * Keeps back the agent's own calls that have no result yet, for the step that has it: in a whole
 * answer, the SDK takes no result whose call is in another one. Only a step that is followed by
 * another has such calls.
 */
export function holdCalls(content: readonly ModelContent[]): {
  content: ModelContent[];
  held: HeldCall[];
} {
  const answered = new Set(
    content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])),
  );
  const isHeld = (part: ModelContent): part is HeldCall =>
    part.type === 'tool-call' && part.providerExecuted === true && !answered.has(part.toolCallId);
  return {
    content: content.filter((part) => !isHeld(part)),
    held: content.filter(isHeld),
  };
}
