import type { TimeSlices } from './time-slices.js';

/** Where a snapshot begins: a document, an element, or a shadow root. */
export type PageRoot = Document | Element | ShadowRoot;

/** What a walk is for. */
export interface PageVisitor {
  /** A selector of the elements that it may be for. Most elements of a page are others. */
  readonly notable: string;
  /** What is `hidden` is passed over with all that is in it. */
  visit(element: Element): 'hidden' | undefined;
}

/**
 * Shows each element below a root that is notable, in the order of the document: those in open shadow roots and
 * in frames of the same origin, too.
 */
export async function walkPage(
  root: PageRoot,
  visitor: PageVisitor,
  slices: TimeSlices,
): Promise<void> {
  const { notable } = visitor;
  let hidden: Element | undefined;
  // A list that stays as it is while the page changes: to find the next element by the last one would end
  // where that one was removed.
  const elements = Array.from(root.querySelectorAll('*'));
  if (isElement(root)) elements.unshift(root);
  for (const element of elements) {
    if (slices.isOver()) await slices.next();
    const isNotable = element.matches(notable);
    const inside = element.shadowRoot ?? frameDocument(element);
    if (!isNotable && inside === undefined) continue;
    if (hidden?.contains(element) || !element.isConnected) continue;
    if (isNotable && visitor.visit(element) === 'hidden') hidden = element;
    else if (inside) await walkPage(inside, visitor, slices);
  }
}

/** The document of a frame, where the page may read it. */
export function frameDocument(element: Element): Document | undefined {
  if (element.localName !== 'iframe' && element.localName !== 'frame') return undefined;
  try {
    return (element as HTMLIFrameElement).contentDocument ?? undefined;
  } catch {
    // Of another origin.
    return undefined;
  }
}

export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
