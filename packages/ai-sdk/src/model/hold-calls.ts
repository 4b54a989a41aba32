import type { ModelContent } from './collect-parts.js';

export type HeldCall = Extract<ModelContent, { type: 'tool-call' }>;

/**
 * Keeps back the agent's own calls that have no result yet, for the step that has it: in a whole
 * answer, the SDK takes no result whose call is in another one. Only a step that is followed by
 * another has such calls.
 */
export function holdCalls(content: readonly ModelContent[]): {
  content: ModelContent[];
  held: HeldCall[];
} {
  const answered = new Set(
    content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])),
  );
  const isHeld = (part: ModelContent): part is HeldCall =>
    part.type === 'tool-call' && part.providerExecuted === true && !answered.has(part.toolCallId);
  return {
    content: content.filter((part) => !isHeld(part)),
    held: content.filter(isHeld),
  };
}
