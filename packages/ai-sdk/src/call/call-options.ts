import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider-v4';
import { DragomanError } from '@dragoman/protocol';
import { z } from 'zod';

/** A call of either specification. */
export type CallOptions = LanguageModelV3CallOptions | LanguageModelV4CallOptions;

/** A warning that both specifications have. */
export type CallWarning =
  | { type: 'unsupported'; feature: string; details?: string }
  | { type: 'compatibility'; feature: string; details?: string }
  | { type: 'other'; message: string };

/** How hard a model can be asked to think, from the least on. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;

const options = z.strictObject({
  /** The session that the turn continues: only what is new in the prompt is sent. */
  sessionId: z.string().min(1).optional(),
  /** The session is continued in a new one, which leaves the old as it is. */
  fork: z.boolean().optional(),
  /**
   * The caller's own name of the conversation. A turn of it that still waits for results is ended when
   * a call begins another, whatever is left of it in the messages.
   */
  conversation: z.string().min(1).optional(),
  reasoningEffort: z.enum(efforts).optional(),
});

/** What a call may say under `providerOptions.dragoman`. */
export type DragomanOptions = z.infer<typeof options>;

/** Reads them; what isn't one of them is an error, not passed over. */
export function readDragomanOptions(value: unknown): DragomanOptions {
  const read = options.safeParse(value ?? {});
  if (read.success) return read.data;
  throw new DragomanError(
    'options_invalid',
    `providerOptions.dragoman is not what it should be: ${z.prettifyError(read.error)}`,
  );
}
