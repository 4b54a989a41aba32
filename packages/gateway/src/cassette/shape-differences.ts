import type { ConversationStep } from './conversation.js';
import type { RequestShape } from './request-shape.js';

/** A way in which two requests differ, in words. */
export interface ShapeDifference {
  readonly words: string;
  /** The weight of the difference; the nearest exchange has the smallest sum. */
  readonly weight: number;
  /** Such a difference alone means that they are not the same request. */
  readonly decisive: boolean;
}

/** The differences between a request and a recorded one, the heaviest first. */
export function shapeDifferences(asked: RequestShape, recorded: RequestShape): ShapeDifference[] {
  const differences: ShapeDifference[] = [];
  function compare(what: string, ours: unknown, theirs: unknown, weight: number, decisive = true) {
    if (ours !== theirs) {
      differences.push({ words: `${what} is ${ours}, recorded was ${theirs}`, weight, decisive });
    }
  }
  compare('the endpoint', asked.endpoint, recorded.endpoint, 1000);
  compare('offering tools', asked.offersTools, recorded.offersTools, 200);
  compare('streaming', asked.streamed, recorded.streamed, 100);
  compare('the length', lengthOf(asked), lengthOf(recorded), 10 + lengthGap(asked, recorded));
  const at = firstDifferentStep(asked.steps, recorded.steps);
  if (at !== undefined) {
    compare(`step ${at + 1}`, describe(asked.steps[at]), describe(recorded.steps[at]), 10);
  }
  // Another model may well be asked the same thing, so this only decides between equals.
  compare('the model', asked.model, recorded.model, 1, false);
  return differences;
}

function lengthOf({ steps }: RequestShape): string {
  return `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`;
}

function lengthGap(asked: RequestShape, recorded: RequestShape): number {
  return Math.abs(asked.steps.length - recorded.steps.length);
}

/** The first step both have that differs; one that only one has shows in the length. */
function firstDifferentStep(
  asked: readonly ConversationStep[],
  recorded: readonly ConversationStep[],
): number | undefined {
  const common = Math.min(asked.length, recorded.length);
  for (let at = 0; at < common; at += 1) {
    if (describe(asked[at]) !== describe(recorded[at])) return at;
  }
  return undefined;
}

/** A step in words; two steps are the same when their words are. */
export function describe(step: ConversationStep | undefined): string {
  if (step?.kind === 'user') return `the user's "${step.text}"`;
  if (step?.kind === 'call') return `a call of ${step.tool}`;
  return STEP_WORDS[step?.kind ?? 'none'];
}

const STEP_WORDS = { assistant: "the assistant's text", result: 'a tool result', none: 'nothing' };
