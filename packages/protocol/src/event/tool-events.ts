import { z } from 'zod';
import { jsonObject } from '../json/json-object.js';
import { listOf } from '../json/list-of.js';
import {
  defineEvent,
  failureDetail,
  imageSource,
  type KnownFields,
  parentToolId,
} from './define-event.js';

const toolId = z.string().describe('The id of the call; its output and result carry the same.');

export const toolKind = z.enum([
  'command',
  'read',
  'edit',
  'search',
  'web',
  'plan',
  'task',
  'mcp',
  'other',
]);

export type ToolKind = z.infer<typeof toolKind>;

/** One piece of what a tool gave back, where that is more than text. */
export const outputBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), source: imageSource }),
]);

export type OutputBlock = z.infer<typeof outputBlock>;

export const fileChange = z.object({
  path: z.string(),
  kind: z.enum(['add', 'update', 'delete']),
  moved_to: z.string().optional(),
  diff: z.string().optional(),
});

export type FileChange = z.infer<typeof fileChange>;

export const toolUseEvent = defineEvent('tool_use', {
  description:
    'The agent calls one of its tools. The same `tool_id` again, before the result, is a fuller view of the same call.',
  fields: {
    tool_id: toolId,
    tool_name: z
      .string()
      .describe(
        'The tool in the common vocabulary: `Bash`, `Read`, `Edit`, `mcp__server__tool`, …',
      ),
    parameters: jsonObject.describe('The input of the call, in the form the common tool has.'),
    kind: toolKind.describe('What sort of work the tool does.'),
    native_name: z.string().optional().describe('The name that the agent uses for the tool.'),
    native_parameters: z
      .unknown()
      .optional()
      .describe('The input as the agent wrote it, where that differs from `parameters`.'),
    partial: z.boolean().optional().describe('True while the input is still being written.'),
    parent_tool_id: parentToolId,
  },
  example: {
    tool_id: 'call_1',
    tool_name: 'Bash',
    parameters: { command: 'npm test' },
    kind: 'command',
    native_name: 'exec_command',
  },
});

export const toolOutputEvent = defineEvent('tool_output', {
  description:
    'The next piece of what a running tool prints. Its `tool_result` replaces all of it.',
  fields: {
    tool_id: toolId,
    content: z.string().describe('What was printed since the last piece.'),
    parent_tool_id: parentToolId,
  },
  example: { tool_id: 'call_1', content: '12 passed\n' },
});

export const toolResultEvent = defineEvent('tool_result', {
  description: 'A tool has answered.',
  fields: {
    tool_id: toolId,
    status: z.enum(['success', 'error']).describe('Whether the tool did what it was asked.'),
    output: z
      .union([z.string(), listOf(outputBlock)])
      .optional()
      .describe('What it gave back. Empty is an empty answer; absent is none.'),
    exit_code: z.number().optional().describe('Of a command: its exit code.'),
    error: failureDetail
      .optional()
      .describe(
        'What went wrong. Two types have a special meaning: `denied`, a person or policy refused; `cancelled`, the call was stopped.',
      ),
    changes: listOf(fileChange).optional().describe('The files it changed.'),
    duration_ms: z.number().optional().describe('How long it took.'),
    truncated: z.boolean().optional().describe('True when the agent cut the output.'),
    parent_tool_id: parentToolId,
  },
  example: { tool_id: 'call_1', status: 'success', output: '12 passed\n', exit_code: 0 },
});

export type ToolUseEvent = KnownFields<typeof toolUseEvent>;
export type ToolOutputEvent = KnownFields<typeof toolOutputEvent>;
export type ToolResultEvent = KnownFields<typeof toolResultEvent>;
