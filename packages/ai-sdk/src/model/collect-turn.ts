import type { LanguageModelV3ResponseMetadata, LanguageModelV3Usage } from '@ai-sdk/provider';
import type { CallOptions, CallWarning } from '../call/call-options.js';
import type { Metadata, ModelPart, StopReason } from '../mapping/model-part.js';
import type { AgentModel, PartFace } from './agent-model.js';
import { collectParts, type ModelContent } from './collect-parts.js';
import { holdCalls } from './hold-calls.js';

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
  const { content: told, finish, response, error } = await collectParts(stream);
  if (error !== undefined) throw live.mapper.failure ?? error;
  const { content, held } = holdCalls(told);
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
