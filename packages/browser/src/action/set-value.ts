import type { FieldKind } from '../field/control.js';
import { reportChange, takeFocus, viewOf } from './events.js';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** What a control of this kind takes, for whoever has given it something else. */
const FORMS: Partial<Record<FieldKind, string>> = {
  number: 'a number, such as 12.5',
  date: 'a date, such as 2026-01-31',
  time: 'a time, such as 09:30',
  datetime: 'a date and a time, such as 2026-01-31T09:30',
  month: 'a month, such as 2026-01',
  week: 'a week, such as 2026-W05',
  color: 'a colour, such as #1a2b3c',
  range: 'a number between its min and max, in its steps',
};

/**
 * Puts a text into a control, as if somebody had typed it. Says why not where the control doesn't take it:
 * then it has what it had.
 */
export function fillControl(
  element: TextControl,
  kind: FieldKind,
  value: string,
): (() => void) | string {
  if (element.readOnly) return 'it is read-only';
  if (element.maxLength >= 0 && value.length > element.maxLength) {
    return `it takes at most ${element.maxLength} characters`;
  }
  const before = element.value;
  takeFocus(element);
  setValue(element, value);
  if (kind in FORMS && value !== '' && !isSame(element.value, value)) {
    setValue(element, before);
    element.blur();
    return `it takes ${FORMS[kind]}`;
  }
  reportChange(element, value);
  element.blur();
  return () => putBack(element, before);
}

/** Browsers write some values in their own way: `09:30:00` is `09:30`, and colours are in lower case. */
function isSame(had: string, given: string): boolean {
  if (had === '') return false;
  return had === given || Number(had) === Number(given) || !Number.isFinite(Number(given));
}

function putBack(element: TextControl, value: string): void {
  if (!element.isConnected) return;
  takeFocus(element);
  setValue(element, value);
  reportChange(element, value);
  element.blur();
}

/** By the setter of the class: a library that watches the element's own setter would see no change. */
function setValue(element: TextControl, value: string): void {
  const { HTMLInputElement, HTMLTextAreaElement } = viewOf(element);
  const { prototype } = element.localName === 'textarea' ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
}
