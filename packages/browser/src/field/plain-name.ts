import { isShown } from '../snapshot/is-shown.js';
import { isInput, isSelect, isTextArea } from './control.js';
import { PRIVATE_ATTRIBUTE } from './private-value.js';

/** Where names come from in another way. */
const SPECIAL_TYPES = new Set(['button', 'submit', 'reset', 'image']);
const SPECIAL_CONTROL = '[role], [aria-labelledby], [aria-owns]';

/** Elements that are their text, and what makes something else of one. */
const PLAIN = new Set(['label', 'legend', 'span', 'div', 'p', 'b', 'strong', 'i', 'em', 'small']);
const SPECIAL = `[role], [aria-label], [aria-labelledby], [aria-owns], [hidden], [aria-hidden="true"], [contenteditable], [${PRIVATE_ATTRIBUTE}]`;

/**
 * The accessible name of a control or a group that is named as most are: by `aria-label`, or by labels with
 * nothing in them but text and the control. Where it is shown the algorithm has the same name for it, and
 * takes ten times as long. `undefined` for any other.
 */
export function plainName(element: Element): string | undefined {
  const labels = labelsOf(element);
  const given = element.getAttribute('aria-label')?.trim();
  if (labels === undefined || element.matches(SPECIAL_CONTROL)) return undefined;
  if (given) return given;
  let name = '';
  for (const label of labels) {
    const text = isPlain(label) ? plainText(label, element) : undefined;
    if (text === undefined || label.closest(`[${PRIVATE_ATTRIBUTE}]`) !== null) return undefined;
    name += ` ${text}`;
  }
  return name.trim() || undefined;
}

/** What names an element of HTML. */
function labelsOf(element: Element): Iterable<Element> | undefined {
  if (isInput(element)) return SPECIAL_TYPES.has(element.type) ? undefined : (element.labels ?? []);
  if (isTextArea(element) || isSelect(element)) return element.labels;
  const first = element.localName === 'fieldset' ? element.firstElementChild : null;
  return first?.localName === 'legend' ? [first] : undefined;
}

/** The text of a part of a label, unless there is more in it than text and the control. */
function plainText(part: Element, control: Element): string | undefined {
  let text = '';
  let isBehindElement = false;
  for (let node = part.firstChild; node !== null; node = node.nextSibling) {
    const isText = node.nodeType === Node.TEXT_NODE;
    const piece = isText ? node.nodeValue : textInside(node, control);
    if (piece == null) return undefined;
    // Whether an element and the text beside it are one word depends on styles.
    if ((isBehindElement || !isText) && /\S$/.test(text) && /^\S/.test(piece)) return undefined;
    text += piece;
    isBehindElement = !isText || (isBehindElement && piece === '');
  }
  return text;
}

function textInside(node: Node, control: Element): string | undefined {
  if (node === control) return '';
  return isPlain(node) ? plainText(node, control)?.trim() : undefined;
}

function isPlain(node: Node): node is Element {
  return (
    'localName' in node &&
    PLAIN.has((node as Element).localName) &&
    !(node as Element).matches(SPECIAL) &&
    isShown(node as Element)
  );
}
