import { z } from 'zod';
import { failureDetail, imageSource, type KnownFields } from '../event/define-event.js';
import { fileChange, outputBlock } from '../event/tool-events.js';
import { jsonObject } from '../json/json-object.js';

export const textBlock = z.looseObject({ type: z.literal('text'), text: z.string() });

export const thinkingBlock = z.looseObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string().optional(),
});

export const toolUseBlock = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: jsonObject,
  /** The call as the agent made it, where that differs from the common form. */
  native: z.object({ name: z.string(), input: z.unknown().optional() }).optional(),
  partial: z.boolean().optional(),
});

export const toolResultStatus = z.enum(['success', 'error', 'cancelled', 'denied']);

export const toolResultBlock = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(outputBlock)]).optional(),
  is_error: z.boolean().optional(),
  status: toolResultStatus.optional(),
  exit_code: z.number().optional(),
  duration_ms: z.number().optional(),
  truncated: z.boolean().optional(),
  error: failureDetail.optional(),
  changes: z.array(fileChange).optional(),
  /** True while the tool still runs: what it printed so far, with no verdict. */
  preliminary: z.boolean().optional(),
});

export const slashCommandBlock = z.looseObject({
  type: z.literal('slash_command'),
  /** With its slash. */
  command: z.string(),
  message: z.string().optional(),
  args: z.string().optional(),
});

export const imageBlock = z.looseObject({ type: z.literal('image'), source: imageSource });

/** What no rule understood, kept as it was. */
export const unknownBlock = z.looseObject({
  type: z.literal('unknown'),
  raw: z.unknown().optional(),
  reason: z.string(),
});

export const noticeKind = z.enum(['interrupted', 'compacted', 'error', 'warning', 'aborted']);

/** Something that happened to the conversation, said by nobody in it. */
export const noticeBlock = z.looseObject({
  type: z.literal('notice'),
  kind: noticeKind,
  text: z.string(),
});

export const contentBlock = z.discriminatedUnion('type', [
  textBlock,
  thinkingBlock,
  toolUseBlock,
  toolResultBlock,
  slashCommandBlock,
  imageBlock,
  unknownBlock,
  noticeBlock,
]);

export type TextBlock = KnownFields<typeof textBlock>;
export type ThinkingBlock = KnownFields<typeof thinkingBlock>;
export type ToolUseBlock = KnownFields<typeof toolUseBlock>;
export type ToolResultBlock = KnownFields<typeof toolResultBlock>;
export type ToolResultStatus = z.infer<typeof toolResultStatus>;
export type SlashCommandBlock = KnownFields<typeof slashCommandBlock>;
export type ImageBlock = KnownFields<typeof imageBlock>;
export type UnknownBlock = KnownFields<typeof unknownBlock>;
export type NoticeBlock = KnownFields<typeof noticeBlock>;
export type NoticeKind = z.infer<typeof noticeKind>;

export type UnifiedContent =
  | TextBlock
  | ThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | SlashCommandBlock
  | ImageBlock
  | UnknownBlock
  | NoticeBlock;
