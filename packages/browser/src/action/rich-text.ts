import { shownText } from '../field/read-value.js';
import { reportInput, takeFocus } from './events.js';

/** Replaces what is in a part of the page that can be edited, as if somebody had pasted it over all. */
export function fillRichText(element: HTMLElement, value: string): () => void {
  const before = shownText(element);
  replaceAll(element, value);
  return () => {
    if (element.isConnected) replaceAll(element, before);
  };
}

function replaceAll(element: HTMLElement, value: string): void {
  takeFocus(element);
  const { ownerDocument } = element;
  ownerDocument.getSelection()?.selectAllChildren(element);
  // Deprecated, and the only way in which editors learn of a text as they do of typing.
  const isDone = ownerDocument.execCommand(value === '' ? 'delete' : 'insertText', false, value);
  if (!isDone) {
    element.textContent = value;
    reportInput(element, value);
  }
  element.blur();
}
