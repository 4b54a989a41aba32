import type { FormAction, FormField } from '@dragoman/protocol';
import { type FieldKind, kindOf } from '../field/control.js';
import type { PageRules } from '../snapshot/snapshot.js';
import type { PageRoot } from '../snapshot/walk-page.js';
import { radioFor } from './choose.js';
import { findTarget } from './find-target.js';
import { type Highlight, highlight } from './highlight.js';
import { perform } from './perform.js';
import { faultOf } from './validity.js';
import { type CallContext, DEFAULT_TIMEOUT_MS, withinLimit } from './within-limit.js';

/** What became of actions. Each of them was applied or skipped. */
export interface ExecutionReport {
  readonly applied: number;
  readonly skipped: number;
  /** Why some were skipped, and what the page finds wrong with what was entered. */
  readonly warnings: readonly string[];
}

export interface Execution {
  readonly report: ExecutionReport;
  /** Takes the changes of fields back, the latest first. What a click has begun goes on. */
  undo(): Promise<void>;
}

export interface ExecuteOptions extends PageRules {
  /** Shows each control that was changed, for a moment. Default: true. */
  readonly highlight?: boolean | undefined;
  /** Asked before each click on a button or a link. Who doesn't agree skips it. */
  readonly confirm?:
    | ((
        action: FormAction,
        field: FormField,
        context: CallContext,
      ) => boolean | PromiseLike<boolean>)
    | undefined;
  /** How long the page may take for an answer: of `confirm`, or of a function. Default: five minutes. */
  readonly timeoutMs?: number | undefined;
}

/** What takes back one action. */
export type Undo = () => void | Promise<void>;

/**
 * Acts on the fields of a page, one after the other, as a person does: a control gets the focus, its events
 * come as from a keyboard and a pointer, and what a person couldn't do is skipped, with a warning.
 *
 * @param fields as the snapshot gave them, so that an action never meets another control
 *
 * @example
 * const { report, undo } = await execute([{ action: 'fill', fieldId: 'bt:email', value: 'ada@example.com' }], fields);
 */
export async function execute(
  actions: readonly FormAction[],
  fields: readonly FormField[],
  root: PageRoot | null = document,
  options: ExecuteOptions = {},
): Promise<Execution> {
  const known = new Map(fields.map((field) => [field.fieldId, field]));
  const warnings: string[] = [];
  const undos: Undo[] = [];
  let applied = 0;
  for (const action of actions) {
    const target = findTarget(action.fieldId, known.get(action.fieldId), root ?? document, options);
    const outcome =
      typeof target === 'string'
        ? target
        : await act(action, target.element, target.field, options);
    if (typeof outcome === 'string') {
      warnings.push(`${action.fieldId}: ${outcome}`);
      continue;
    }
    applied += 1;
    undos.push(outcome);
    const fault = typeof target === 'string' ? undefined : faultOf(target.element);
    if (fault !== undefined) warnings.push(`${action.fieldId}: ${fault}`);
  }
  return {
    report: { applied, skipped: actions.length - applied, warnings },
    async undo() {
      for (const takeBack of undos.splice(0).reverse()) await takeBack();
    },
  };
}

/** What an action changes: a choice among radio buttons is made by any of them. */
function usedElement(action: FormAction, element: HTMLElement, kind: FieldKind): HTMLElement {
  const isChoice = action.action === 'select' && (kind === 'radio' || kind === 'tab');
  return (isChoice && radioFor(element, String(action.value))) || element;
}

/** How to take it back, or why it was skipped. */
async function act(
  action: FormAction,
  element: HTMLElement,
  field: FormField,
  options: ExecuteOptions,
): Promise<Undo | string> {
  const { highlight: isShown = true } = options;
  const kind = kindOf(element);
  if (kind === undefined) return 'it is no control any more';
  if (kind === 'button' || kind === 'link') {
    const refusal = await refusalOf(action, field, options);
    if (refusal !== undefined) return refusal;
    if (!element.isConnected) return 'it has left the page meanwhile';
  }
  const mark: Highlight | undefined = isShown
    ? highlight(usedElement(action, element, kind))
    : undefined;
  const outcome = await perform(action, element, kind);
  if (typeof outcome === 'string') mark?.remove();
  return outcome;
}

/** Why a click isn't agreed to. What was done before it counts, also where asking fails. */
async function refusalOf(
  action: FormAction,
  field: FormField,
  { confirm, timeoutMs = DEFAULT_TIMEOUT_MS }: ExecuteOptions,
): Promise<string | undefined> {
  if (confirm === undefined) return undefined;
  try {
    const isAgreed = await withinLimit(timeoutMs, (context) => confirm(action, field, context));
    return isAgreed ? undefined : 'nobody has agreed to it';
  } catch (error) {
    return `nobody has agreed to it: ${error instanceof Error ? error.message : String(error)}`;
  }
}
