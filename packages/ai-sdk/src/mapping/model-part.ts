import type { LanguageModelV3StreamPart, LanguageModelV3Usage } from '@ai-sdk/provider';

/** The parts that both specifications have in the same form. */
type SharedPart = Extract<
  LanguageModelV3StreamPart,
  {
    type:
      | 'text-start'
      | 'text-delta'
      | 'text-end'
      | 'reasoning-start'
      | 'reasoning-delta'
      | 'reasoning-end'
      | 'tool-call'
      | 'tool-result'
      | 'response-metadata'
      | 'raw'
      | 'error';
  }
>;

/** Why the model stopped. `interrupted`: the stream ended and nobody said why. */
export interface StopReason {
  readonly unified:
    | 'stop'
    | 'length'
    | 'content-filter'
    | 'tool-calls'
    | 'error'
    | 'other'
    | 'interrupted';
  readonly raw: string | undefined;
}

export type Metadata = NonNullable<Extract<SharedPart, { type: 'text-start' }>['providerMetadata']>;

export interface FinishPart {
  readonly type: 'finish';
  readonly usage: LanguageModelV3Usage;
  readonly finishReason: StopReason;
  readonly providerMetadata?: Metadata;
}

/** What a turn becomes, before one of the two specifications has its say. */
export type ModelPart = SharedPart | FinishPart | { readonly type: 'ping' };
