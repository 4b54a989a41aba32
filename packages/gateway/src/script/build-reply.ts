import { createHash } from 'node:crypto';
import type { ModelRequest, Reply } from './reply.js';
import type { Action, Script, Step } from './script.js';
import type { NextStep } from './script-position.js';
import type { ScriptTurn } from './script-turn.js';
import { speakAction } from './vocabulary/speak-action.js';

/** The reply of one step, or of several that make one reply. Fails with `script_no_tool` or `script_no_match`. */
export function buildReply(turn: TurnName, next: NextStep, request: ModelRequest): BuiltReply {
  const { script } = turn;
  const { number, time, attempt } = next;
  const steps = joinedSteps(next, request);
  const last = steps.at(-1) ?? next.step;
  let plans = earlierPlans(script, number);
  const items = steps
    .flatMap(({ actions }) => actions ?? [])
    .flatMap((action) => {
      const spoken = speakAction(action, request, { earlierPlans: plans });
      if (action.kind === 'plan') plans += 1;
      return spoken;
    });
  return {
    // Providers give every attempt another id.
    tag: replyTag(turn, request, counted(counted(String(number), time), attempt)),
    model: request.model,
    items,
    // One reply is one model call and reports usage once, as of its last step.
    usage: last.usage,
    ...(last.stop !== undefined && { stop: last.stop }),
    steps: steps.length,
    delay: steps.reduce((sum, { delay }) => sum + delay, 0),
    pace: Math.max(...steps.map(({ pace }) => pace)),
  };
}

export interface BuiltReply extends Reply {
  /** How many steps of the script it takes, each time of a step counted. */
  readonly steps: number;
  /** What the steps say about time: their delays together, and the slowest pace. */
  readonly delay: number;
  readonly pace: number;
}

/**
 * A search that the provider does by itself does not come back to the client, so the reply goes on
 * with the next step. Where the client searches, the same script takes two replies.
 */
function joinedSteps({ step, following }: NextStep, request: ModelRequest): [Step, ...Step[]] {
  const steps: [Step, ...Step[]] = [step];
  for (const another of following) {
    const goesOn = request.searches && endsInSearch(steps.at(-1));
    if (!goesOn || another.fault !== undefined) break;
    steps.push(another);
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
export function buildAside(
  turn: TurnName & Pick<ScriptTurn, 'nextAside'>,
  request: ModelRequest,
  text: string,
): Reply {
  return {
    tag: replyTag(turn, request, counted('aside', turn.nextAside())),
    model: request.model,
    items: [{ kind: 'text', text }],
    usage: turn.script.usage,
  };
}

/** What a turn is known by. */
type TurnName = Pick<ScriptTurn, 'script' | 'ordinal'>;

/**
 * The same turn played again gives the same ids. A resumed session must not meet them again: it has another
 * number in the same gateway, and a longer history in any other.
 */
function replyTag({ script, ordinal }: TurnName, { history }: ModelRequest, step: string): string {
  return [slug(script.name), ordinal, history.length, step].join('_');
}

/** The second and later ones of a kind are numbered. */
function counted(name: string, count: number): string {
  return count === 1 ? name : `${name}-${count}`;
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
