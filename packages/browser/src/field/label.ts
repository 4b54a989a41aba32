import { computeAccessibleName } from 'dom-accessibility-api';
import { plainName } from './plain-name.js';
import { PRIVATE_ATTRIBUTE } from './private-value.js';

const LONGEST_LABEL = 500;
/** What has no name at all. */
export const UNNAMED = 'unnamed-field';

/** What is called by what is in it, of the elements that a snapshot shows. */
const NAMED_BY_CONTENT =
  'button, a, summary, legend, [role="button"], [role="link"], [role="tab"], [role="option"], [role="checkbox"], [role="radio"], [role="switch"], [role^="menuitem"]';

/**
 * What a person calls a control: its accessible name, as the algorithm of that name has it, or else what it
 * shows while it is empty, or the name that the page's programs have for it.
 */
export function labelOf(element: Element): string {
  return (
    shortened(nameOf(element)) ||
    shortened(element.getAttribute('placeholder') ?? '') ||
    shortened(element.getAttribute('name') ?? '') ||
    shortened(element.id) ||
    UNNAMED
  );
}

/**
 * The algorithm puts the values of other controls in a label into the name. Here they are none of it: the
 * name stays the same when these are filled, and what is private stays in the page.
 */
function nameOf(element: Element): string {
  const plain = plainName(element);
  if (plain !== undefined) return plain;
  const sources = labellingElements(element);
  const isSimple = !element.matches(OWNER) && !sources.some((one) => holdsOthers(one, element));
  if (isSimple) return computeAccessibleName(element);
  const [label, title, placeholder] = ['aria-label', 'title', 'placeholder'].map((name) =>
    element.getAttribute(name)?.trim(),
  );
  return label || sources.map(publicText).join(' ').trim() || title || placeholder || '';
}

/** What the algorithm goes on to may be anywhere, and owns may go round in a circle. */
const OWNER = '[aria-owns]';

function holdsOthers(source: Element, element: Element): boolean {
  if (source !== element && isNamedElsewhere(source)) return true;
  if (source.closest(`[${PRIVATE_ATTRIBUTE}]`) !== null) return true;
  return Array.from(source.querySelectorAll('*')).some(
    (other) => other !== element && (other.matches(NOT_OF_A_LABEL) || isNamedElsewhere(other)),
  );
}

/** Whether the algorithm goes on from an element to its own labels, its value, or to what it owns. */
function isNamedElsewhere(element: Element): boolean {
  if (element.matches(`${CONTROL}, ${OWNER}`)) return true;
  return 'labels' in element && ((element as HTMLButtonElement).labels?.length ?? 0) > 0;
}

const CONTROL = 'input, textarea, select, [contenteditable]';
/** What isn't part of a label, though it is in it. */
const NOT_OF_A_LABEL = `${CONTROL}, [role], [${PRIVATE_ATTRIBUTE}]`;

/** Where the name of a control may come from. */
function labellingElements(element: Element): Element[] {
  const root = element.getRootNode();
  const ids = element.getAttribute('aria-labelledby')?.trim().split(/\s+/) ?? [];
  const named = ids.flatMap((id) =>
    'getElementById' in root ? ((root as Document).getElementById(id) ?? []) : [],
  );
  const labels = 'labels' in element ? ((element as HTMLInputElement).labels ?? []) : [];
  const legend = element.localName === 'fieldset' ? element.querySelector(':scope > legend') : null;
  const own = element.matches(NAMED_BY_CONTENT) ? [element] : [];
  return [...named, ...labels, ...(legend === null ? own : [legend])];
}

/** The text of an element without that of its controls, and of its private parts. */
function publicText(element: Element): string {
  if (element.closest(`[${PRIVATE_ATTRIBUTE}]`) !== null) return '';
  if (element.matches(CONTROL)) return element.getAttribute('aria-label') ?? '';
  const copy = element.cloneNode(true) as Element;
  for (const other of copy.querySelectorAll(NOT_OF_A_LABEL)) other.remove();
  return copy.textContent ?? '';
}

const UNTIDY = /^\s|\s\s|[^\S ]|\s$/;

/** A text of the page as one line. */
export function shortened(text: string, length = LONGEST_LABEL): string {
  const line = UNTIDY.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
  return line.length > length ? `${line.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…` : line;
}
