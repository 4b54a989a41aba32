import type { TimeSlices } from './time-slices.js';

/** Where a snapshot begins: a document, an element, or a shadow root. */
export type PageRoot = Document | Element | ShadowRoot;

/**
 * Shows each element below a root, in the order of the document: those in open shadow roots and in frames
 * of the same origin, too. What `visit` says is `hidden` is passed over with all that is in it.
 */
export async function walkPage(
  root: PageRoot,
  visit: (element: Element) => 'hidden' | undefined,
  slices: TimeSlices,
): Promise<void> {
  // The next one is the last of the array.
  const waiting: Element[] = isElement(root) ? [root] : childrenOf(root);
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (slices.isOver()) await slices.next();
    // The page goes on while others have their turn.
    if (!element.isConnected || visit(element) === 'hidden') continue;
    push(waiting, childrenOf(element));
    const inside = element.shadowRoot ?? frameDocument(element);
    if (inside) push(waiting, childrenOf(inside));
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

/** The last first. */
function childrenOf(parent: ParentNode): Element[] {
  const children = Array.from(parent.children);
  return children.length > 1 ? children.reverse() : children;
}

/** A page may have more children in one place than a call takes arguments. */
function push(into: Element[], elements: readonly Element[]): void {
  for (const element of elements) into.push(element);
}
