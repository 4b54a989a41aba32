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
 * page answers about its form is checked before the agent gets it. A client marks tools that need approval,
 * and so does the operator.
 */
export function clientTools(
  { tools: areAllowed = true, approvals = false }: Pick<ServerPolicy, 'tools' | 'approvals'>,
  { tools = [] }: Pick<StartTurnBody, 'tools'>,
  answerMs: number,
): readonly CallerTool[] {
  if (tools.length > 0 && !areAllowed) {
    throw refusal('invalid_request', 'This server takes no tools of clients: leave `tools` out.');
  }
  const isHeld = ({ name, needs_approval: isMarked = false }: ToolDefinition) =>
    isMarked || (typeof approvals === 'boolean' ? approvals : approvals.includes(name));
  return tools.map((tool) => callerTool(tool, { answerMs, needsApproval: isHeld(tool) }));
}

interface ToolTerms {
  readonly answerMs: number;
  readonly needsApproval: boolean;
}

function callerTool(tool: ToolDefinition, { answerMs, needsApproval }: ToolTerms): CallerTool {
  const { name, description, input_schema: inputSchema, timeout_ms: asked, event } = tool;
  const form = formToolOf(event);
  return {
    name,
    ...(description !== undefined && { description }),
    inputSchema,
    timeoutMs: Math.min(answerMs, asked ?? answerMs),
    ...(event !== undefined && { event }),
    ...(needsApproval && { needsApproval }),
    ...(form && { checkOutput: (output: unknown) => formOutputFault(form, output) }),
  };
}
