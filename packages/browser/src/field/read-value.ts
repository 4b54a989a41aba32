import type { FormField } from '@dragoman/protocol';
import { type FieldKind, isInput, isSelect, isTextArea } from './control.js';
import { labelOf, shortened } from './label.js';
import { holdsPrivate } from './private-value.js';

type FieldValue = FormField['currentValue'];

/** A choice that a control offers, as a snapshot shows it. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: true;
}

const LONGEST_VALUE = 20_000;
const MOST_OPTIONS = 500;

/** What is in a control now. Of a file nothing is read but that there is one. */
export function readValue(element: Element, kind: FieldKind): FieldValue {
  if (kind === 'file' || kind === 'button' || kind === 'link') return '';
  if (isInput(element)) {
    return element.type === 'checkbox' || element.type === 'radio'
      ? element.checked
      : element.value.slice(0, LONGEST_VALUE);
  }
  if (isTextArea(element)) return element.value.slice(0, LONGEST_VALUE);
  if (isSelect(element)) {
    const chosen = Array.from(element.selectedOptions, ({ value }) => value);
    return element.multiple ? chosen : (chosen[0] ?? '');
  }
  return widgetValue(element, kind);
}

/** Of a widget its attributes say what is chosen. */
function widgetValue(element: Element, kind: FieldKind): FieldValue {
  switch (kind) {
    case 'checkbox':
    case 'radio':
    case 'switch':
      return element.getAttribute('aria-checked') === 'true';
    case 'tab':
      return element.getAttribute('aria-selected') === 'true';
    case 'range':
    case 'number':
      return element.getAttribute('aria-valuenow') ?? element.getAttribute('aria-valuetext') ?? '';
    case 'listbox': {
      const chosen = optionsOf(element).filter(isChosen).map(textOf);
      return element.getAttribute('aria-multiselectable') === 'true' ? chosen : (chosen[0] ?? '');
    }
    default:
      return holdsPrivate(element) ? '' : shownText(element).slice(0, LONGEST_VALUE);
  }
}

/** The text of an element as a person sees it: with line breaks, without what is hidden. */
export function shownText(element: Element): string {
  // biome-ignore lint/performance/useDomNodeTextContent: `textContent` has no line breaks, and hidden text
  return (element as HTMLElement).innerText;
}

/** Whether there is anything in a control whose value stays in the page. */
export function isFilled(element: Element, value: FieldValue): boolean {
  if (isInput(element) && element.type === 'file') return (element.files?.length ?? 0) > 0;
  return typeof value === 'boolean' ? value : value.length > 0;
}

/** What a control offers to choose from. */
export function choicesOf(element: Element, kind: FieldKind): readonly FieldOption[] | undefined {
  if (isSelect(element)) {
    return Array.from(element.options)
      .slice(0, MOST_OPTIONS)
      .map((option) => ({
        value: option.value,
        label: shortened(option.label || option.text),
        ...(isDisabledOption(option) && { disabled: true as const }),
      }));
  }
  if (isInput(element) && element.list !== null) {
    return Array.from(element.list.options)
      .slice(0, MOST_OPTIONS)
      .map(({ value, label }) => ({ value, label: shortened(label || value) }));
  }
  const options = kind === 'combobox' || kind === 'listbox' ? optionsOf(element) : [];
  if (options.length === 0) return undefined;
  return options.slice(0, MOST_OPTIONS).map((option) => ({
    value: textOf(option),
    label: textOf(option),
    ...(option.getAttribute('aria-disabled') === 'true' && { disabled: true as const }),
  }));
}

export function isDisabledOption(option: HTMLOptionElement): boolean {
  return option.disabled || (option.parentElement as HTMLOptGroupElement | null)?.disabled === true;
}

/** The options of a list, or of the list that a box opens. */
export function optionsOf(element: Element): Element[] {
  const controlled = element.getAttribute('aria-controls') ?? element.getAttribute('aria-owns');
  const tree = element.getRootNode();
  const list =
    controlled && 'getElementById' in tree ? (tree as Document).getElementById(controlled) : null;
  return Array.from((list ?? element).querySelectorAll('[role="option"]'));
}

const isChosen = (option: Element): boolean => option.getAttribute('aria-selected') === 'true';

const textOf = (option: Element): string => labelOf(option);
