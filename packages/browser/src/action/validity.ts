import { isPrivate } from '../field/private-value.js';

/** What the page finds wrong with what is in a control now. Words of a browser may repeat what was entered. */
export function faultOf(element: Element): string | undefined {
  if (!('validity' in element)) return undefined;
  const { validity, validationMessage, willValidate } = element as HTMLInputElement;
  if (!willValidate || validity.valid) return undefined;
  const words = isPrivate(element) ? '' : validationMessage;
  return `the page doesn’t accept what is there now${words && `: ${words}`}`;
}
