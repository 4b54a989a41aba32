import { z } from 'zod';
import type { ToolUseBlock, UnifiedContent } from './content-block.js';

const text = z.string();
const maybeText = text.optional();
const maybeNumber = z.number().optional();
const maybeFlag = z.boolean().optional();

const taskInput = z.object({
  prompt: text,
  description: text,
  subagent_type: maybeText,
  model: maybeText,
  resume: maybeText,
});

/** The common tools and what they take. An `mcp__server__tool` takes any object. */
export const toolInputs = {
  Bash: z.object({
    command: text,
    description: maybeText,
    timeout: maybeNumber,
    run_in_background: maybeFlag,
  }),
  Read: z.object({ file_path: text, offset: maybeNumber, limit: maybeNumber }),
  Write: z.object({ file_path: text, content: text }),
  Edit: z.object({ file_path: text, old_string: text, new_string: text, replace_all: maybeFlag }),
  Glob: z.object({ pattern: text, path: maybeText }),
  Grep: z.object({
    pattern: text,
    output_mode: z.enum(['content', 'files_with_matches', 'count']).optional(),
    path: maybeText,
    glob: maybeText,
    type: maybeText,
    '-n': maybeFlag,
    '-i': maybeFlag,
    '-A': maybeNumber,
    '-B': maybeNumber,
    '-C': maybeNumber,
    head_limit: maybeNumber,
    multiline: maybeFlag,
  }),
  TodoWrite: z.object({
    todos: z.array(
      z.object({
        content: text,
        status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
        activeForm: text,
      }),
    ),
  }),
  WebSearch: z.object({
    query: text,
    allowed_domains: z.array(text).optional(),
    blocked_domains: z.array(text).optional(),
  }),
  WebFetch: z.object({ url: text, prompt: maybeText }),
  AskUserQuestion: z.object({
    questions: z.array(
      z.object({
        question: text,
        header: text,
        multiSelect: z.boolean(),
        options: z.array(z.object({ label: text, description: text })),
      }),
    ),
  }),
  ExitPlanMode: z.object({ plan: text }),
  Task: taskInput,
  // Claude Code 2.1 calls the same tool by this name.
  Agent: taskInput,
};

export type CommonToolName = keyof typeof toolInputs;

export type ToolInput<Name extends CommonToolName> = z.infer<(typeof toolInputs)[Name]>;

/**
 * True when a block is a call of that common tool with an input of that tool's form.
 *
 * @example
 * if (isToolUse(block, 'Bash')) show(block.input.command);
 */
export function isToolUse<Name extends CommonToolName>(
  block: UnifiedContent,
  name: Name,
): block is ToolUseBlock & { name: Name; input: ToolInput<Name> } {
  return (
    block.type === 'tool_use' &&
    block.name === name &&
    toolInputs[name].safeParse(block.input).success
  );
}
