import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider-v4';

/** A call of either specification. */
export type CallOptions = LanguageModelV3CallOptions | LanguageModelV4CallOptions;

/** A warning that both specifications have. */
export type CallWarning =
  | { type: 'unsupported'; feature: string; details?: string }
  | { type: 'compatibility'; feature: string; details?: string }
  | { type: 'other'; message: string };
