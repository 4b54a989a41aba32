import { createHash } from 'node:crypto';
import type { ModelRequest, Reply } from './reply.js';
import type { Action, Script, Step } from './script.js';
import type { NextStep } from './script-position.js';
import type { ScriptTurn } from './script-turn.js';
import { speakAction } from './vocabulary/speak-action.js';

/** The reply of one step, or of several that make one reply. Fails with `script_no_tool`. */
export function buildReply(turn: TurnName, next: NextStep, request: ModelRequest): BuiltReply {
  const { script } = turn;
  const { number, step } = next;
  const steps = joinedSteps(script, next, request);
  let plans = earlierPlans(script, number);
  const items = steps
    .flatMap(({ actions }) => actions ?? [])
    .flatMap((action) => {
      const spoken = speakAction(action, request, { earlierPlans: plans });
      if (action.kind === 'plan') plans += 1;
      return spoken;
    });
  const tag = replyTag(turn, request, String(number));
  return { tag, model: request.model, items, usage: step.usage, steps: steps.length };
}

export interface BuiltReply extends Reply {
  /** How many steps of the script it takes. */
  readonly steps: number;
}

/**
 * A search that the provider does by itself does not come back to the client, so the reply goes on
 * with the next step. Where the client searches, the same script takes two replies.
 */
function joinedSteps(script: Script, { number, step }: NextStep, request: ModelRequest): Step[] {
  const steps = [step];
  for (const following of script.steps.slice(number)) {
    const goesOn = request.searches && endsInSearch(steps.at(-1));
    if (!goesOn || following.fault !== undefined) break;
    steps.push(following);
  }
  return steps;
}

function endsInSearch(step: Step | undefined): boolean {
  const actions = step?.actions ?? [];
  return (
    actions.at(-1)?.kind === 'search' && actions.every(({ kind }) => PROVIDER_ACTIONS.has(kind))
  );
}

const PROVIDER_ACTIONS: ReadonlySet<Action['kind']> = new Set(['think', 'say', 'search']);

/** The reply to a call beside the conversation. */
export function buildAside(turn: TurnName, request: ModelRequest, text: string): Reply {
  return {
    tag: replyTag(turn, request, 'aside'),
    model: request.model,
    items: [{ kind: 'text', text }],
    usage: turn.script.usage,
  };
}

/** What a turn is known by. */
type TurnName = Pick<ScriptTurn, 'script' | 'ordinal'>;

/**
 * The same run gives the same ids. A resumed session must not meet them again: it has another
 * number in the same gateway, and a longer history in any other.
 */
function replyTag({ script, ordinal }: TurnName, { depth }: ModelRequest, step: string): string {
  return [slug(script.name), ordinal, depth, step].join('_');
}

function earlierPlans(script: Script, number: number): number {
  return script.steps
    .slice(0, number - 1)
    .flatMap(({ actions }) => actions ?? [])
    .filter(({ kind }) => kind === 'plan').length;
}

/** Ids hold letters, digits and dashes only, and providers bound their length. */
function slug(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (plain === name && plain.length <= 24) return plain;
  return `${plain.slice(0, 16)}${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
