import type { DynamicToolUIPart } from 'ai';
import { z } from 'zod';

/** What the agent's own tools are for, as their calls say. */
const kinds = ['command', 'read', 'edit', 'search', 'web', 'plan', 'task', 'mcp', 'other'] as const;

const callMetadata = z.object({ dragoman: z.object({ kind: z.enum(kinds) }) });

const fileChange = z.object({
  path: z.string(),
  kind: z.enum(['add', 'update', 'delete']),
  moved_to: z.string().optional(),
  diff: z.string().optional(),
});

const toolResult = z.object({
  output: z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).optional(),
  exitCode: z.number().optional(),
  error: z.object({ message: z.string() }).optional(),
  changes: z.array(fileChange).optional(),
});

export type CallKind = (typeof kinds)[number];
export type FileChange = z.infer<typeof fileChange>;

/** A call of one of the agent's own tools, as far as it has come. */
export interface AgentCall {
  readonly id: string;
  readonly name: string;
  readonly kind: CallKind;
  readonly input: Readonly<Record<string, unknown>>;
  readonly state: 'running' | 'done' | 'failed';
  readonly output: string;
  readonly exitCode: number | undefined;
  readonly changes: readonly FileChange[];
}

/** Reads a part of a message. A failed call has its result in its error, as JSON. */
export function readAgentCall(part: DynamicToolUIPart): AgentCall {
  const metadata = 'callProviderMetadata' in part ? part.callProviderMetadata : undefined;
  const result = toolResult.safeParse(resultOf(part)).data;
  return {
    id: part.toolCallId,
    name: part.toolName,
    kind: callMetadata.safeParse(metadata).data?.dragoman.kind ?? 'other',
    input: z.record(z.string(), z.unknown()).catch({}).parse(part.input),
    state: stateOf(part),
    output: wordsOf(part, result),
    exitCode: result?.exitCode,
    changes: result?.changes ?? [],
  };
}

function stateOf(part: DynamicToolUIPart): AgentCall['state'] {
  if (part.state === 'output-error') return 'failed';
  return part.state === 'output-available' && part.preliminary !== true ? 'done' : 'running';
}

function resultOf(part: DynamicToolUIPart): unknown {
  if (part.state === 'output-available') return part.output;
  if (part.state !== 'output-error') return undefined;
  try {
    return JSON.parse(part.errorText);
  } catch {
    return { output: part.errorText };
  }
}

function wordsOf(part: DynamicToolUIPart, result: z.infer<typeof toolResult> | undefined): string {
  const { output = '', error } = result ?? {};
  const printed =
    typeof output === 'string' ? output : output.map(({ text = '(image)' }) => text).join('\n');
  if (result === undefined && part.state === 'output-error') return part.errorText;
  return [printed, error?.message ?? ''].filter((text) => text !== '').join('\n');
}
