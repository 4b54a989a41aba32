import type { FormAction } from '@dragoman/protocol';
import { type FieldKind, isEditingHost, isInput, isSelect, isTextArea } from '../field/control.js';
import { chooseInBox, chooseOptions, chooseRadio, toggle } from './choose.js';
import { click, press, takeFocus } from './events.js';
import type { Undo } from './execute.js';
import { fillRichText } from './rich-text.js';
import { fillControl } from './set-value.js';

/** How to take an action back, or why it was skipped. */
type Outcome = Undo | string;

const ON_OR_OFF = new Set<FieldKind>(['checkbox', 'radio', 'switch', 'tab']);

/** Does to a control what an action says. */
export function perform(
  action: FormAction,
  element: HTMLElement,
  kind: FieldKind,
): Outcome | Promise<Outcome> {
  if (kind === 'file') return 'only a person can choose a file';
  switch (action.action) {
    case 'fill':
      return fill(element, kind, action.value);
    case 'select':
      return select(element, kind, action.value);
    case 'click':
      return clickOn(element, kind);
    default:
      return unknownAction(action);
  }
}

function fill(element: HTMLElement, kind: FieldKind, value: string): Outcome {
  if (ON_OR_OFF.has(kind)) return `a ${kind} isn’t filled: click it`;
  if (kind === 'select' || kind === 'listbox') return `a ${kind} isn’t filled: select an option`;
  if (isInput(element) || isTextArea(element)) {
    return kind === 'button' ? 'a button isn’t filled' : fillControl(element, kind, value);
  }
  if (isEditingHost(element)) return fillRichText(element, value);
  if (kind === 'range' || kind === 'number') return stepTo(element, value);
  return `a ${kind} isn’t filled`;
}

function select(
  element: HTMLElement,
  kind: FieldKind,
  value: string | readonly string[],
): Outcome | Promise<Outcome> {
  const values = typeof value === 'string' ? [value] : value;
  if (isSelect(element)) return chooseOptions(element, values);
  const [one] = values;
  if (one === undefined || values.length > 1) return 'it takes one choice';
  if (kind === 'radio' || kind === 'tab') return chooseRadio(element, one);
  if (isInput(element) && element.list !== null) return fillControl(element, kind, one);
  if (kind === 'combobox' || kind === 'listbox') return chooseInBox(element, one);
  return `a ${kind} has no options`;
}

function clickOn(element: HTMLElement, kind: FieldKind): Outcome {
  if (ON_OR_OFF.has(kind)) return toggle(element);
  click(element);
  return () => {};
}

const MOST_STEPS = 1000;

/** Moves a slider of the page by its keys, as far as it goes. */
function stepTo(element: HTMLElement, value: string): Outcome {
  const wanted = Number(value);
  const now = (): number => Number(element.getAttribute('aria-valuenow'));
  if (value.trim() === '' || !Number.isFinite(wanted)) return 'it takes a number';
  const before = now();
  takeFocus(element);
  const move = (to: number): boolean => {
    for (let step = 0; step < MOST_STEPS && now() !== to; step += 1) {
      const was = now();
      press(element, was < to ? 'ArrowRight' : 'ArrowLeft');
      // It doesn't move, or has gone past.
      if (now() === was || now() < to !== was < to) break;
    }
    return now() === to;
  };
  const isThere = move(wanted);
  if (!isThere && now() === before) return 'it doesn’t move to that value';
  element.blur();
  return () => void (element.isConnected && move(before));
}

/** An agent can write anything. */
function unknownAction(action: never): string {
  return `there is no action ${JSON.stringify((action as { readonly action?: unknown }).action)}`;
}
