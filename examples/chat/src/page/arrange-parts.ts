import type { DynamicToolUIPart } from 'ai';
import { z } from 'zod';
import type { ChatPart } from '../shared/chat-message.js';
import { type AgentCall, readAgentCall } from './agent-call.js';

export type TextPart = Extract<ChatPart, { type: 'text' }>;
export type ReasoningPart = Extract<ChatPart, { type: 'reasoning' }>;
export type QuestionPart = Extract<ChatPart, { type: 'tool-ask_person' }>;
export type PaintPart = Extract<ChatPart, { type: 'tool-paint_page' }>;

const plan = z.object({
  items: z.array(
    z.object({ text: z.string(), status: z.enum(['pending', 'in_progress', 'completed']) }),
  ),
});

export type PlanItem = z.infer<typeof plan>['items'][number];

/** One line of what the agent did. */
export type ActivityRow =
  | { readonly kind: 'thought'; readonly key: string; readonly part: ReasoningPart }
  | { readonly kind: 'call'; readonly key: string; readonly call: AgentCall }
  | { readonly kind: 'paint'; readonly key: string; readonly part: PaintPart };

/** What is drawn of a message, from top to bottom. */
export type Block =
  | { readonly kind: 'text'; readonly key: string; readonly part: TextPart }
  | { readonly kind: 'activity'; readonly key: string; readonly rows: ActivityRow[] }
  | { readonly kind: 'question'; readonly key: string; readonly part: QuestionPart }
  | { readonly kind: 'plan'; readonly key: string; items: readonly PlanItem[] };

/**
 * Puts together what belongs together: what the agent does between two texts is one block, and a plan
 * stays where it was first made, as it was last.
 */
export function arrangeParts(parts: readonly ChatPart[]): readonly Block[] {
  const blocks: Block[] = [];
  const addRow = (row: ActivityRow): void => {
    const last = blocks.at(-1);
    if (last?.kind === 'activity') last.rows.push(row);
    else blocks.push({ kind: 'activity', key: row.key, rows: [row] });
  };
  const addPlan = (part: DynamicToolUIPart, key: string): void => {
    const items = plan.safeParse(part.input).data?.items ?? [];
    const shown = blocks.find((block) => block.kind === 'plan');
    if (shown === undefined) blocks.push({ kind: 'plan', key, items });
    else shown.items = items;
  };
  for (const [index, part] of parts.entries()) {
    const key = String(index);
    if (part.type === 'text' && part.text.trim() !== '') blocks.push({ kind: 'text', key, part });
    if (part.type === 'reasoning' && part.text !== '') addRow({ kind: 'thought', key, part });
    if (part.type === 'tool-ask_person') blocks.push({ kind: 'question', key, part });
    if (part.type === 'tool-paint_page') addRow({ kind: 'paint', key, part });
    if (part.type !== 'dynamic-tool') continue;
    if (part.toolName === 'plan') addPlan(part, key);
    else addRow({ kind: 'call', key, call: readAgentCall(part) });
  }
  return blocks;
}
