import {
  formOutputFault,
  formToolOf,
  type StartTurnBody,
  type ToolDefinition,
} from '@dragoman/protocol/http';
import type { CallerTool } from '@dragoman/runtime';
import type { ServerPolicy } from '../contract.js';
import { refusal } from '../errors/refusal.js';

/**
 * The tools that a client answers, for the runtime. None waits longer than the server allows, and what a
 * page answers about its form is checked before the agent gets it.
 */
export function clientTools(
  { tools: areAllowed = true }: Pick<ServerPolicy, 'tools'>,
  { tools = [] }: Pick<StartTurnBody, 'tools'>,
  answerMs: number,
): readonly CallerTool[] {
  if (tools.length > 0 && !areAllowed) {
    throw refusal('invalid_request', 'This server takes no tools of clients: leave `tools` out.');
  }
  return tools.map((tool) => callerTool(tool, answerMs));
}

function callerTool(tool: ToolDefinition, answerMs: number): CallerTool {
  const { name, description, input_schema: inputSchema, timeout_ms: asked, event } = tool;
  const form = formToolOf(event);
  return {
    name,
    ...(description !== undefined && { description }),
    inputSchema,
    timeoutMs: Math.min(answerMs, asked ?? answerMs),
    ...(event !== undefined && { event }),
    ...(tool.needs_approval === true && { needsApproval: true }),
    ...(form && { checkOutput: (output: unknown) => formOutputFault(form, output) }),
  };
}
