import { frameDocument, isElement, type PageRoot } from '../snapshot/walk-page.js';

/** Names an element for programs: `<input data-browser-tool-id="email">` is the field `bt:email`. */
export const ID_ATTRIBUTE = 'data-browser-tool-id';

/** Between the selector of what holds a shadow root or a frame, and that of an element in it. */
const INTO = ' >>> ';

/** Makes ids for the elements of one snapshot, each of which leads back to its element. */
export interface FieldIds {
  idOf(element: Element): { readonly fieldId: string; readonly selector: string };
  /** The page may have changed: what is known of it is looked at again. */
  forget(): void;
}

export function createFieldIds(): FieldIds {
  let positions = new WeakMap<Element, number>();
  let paths = new WeakMap<Element, string>();
  const taken = new Set<string>();

  /** Which of the children of its parent with its name an element is. */
  const positionOf = (element: Element): number => {
    const known = positions.get(element);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    let sibling = (element.parentNode as ParentNode | null)?.firstElementChild;
    for (; sibling; sibling = sibling.nextElementSibling) {
      const count = (counts.get(sibling.localName) ?? 0) + 1;
      counts.set(sibling.localName, count);
      positions.set(sibling, count);
    }
    return positions.get(element) ?? 1;
  };

  /** Leads to an element in its own tree: from the nearest one with an id, or from the top. */
  const pathTo = (element: Element, tree: Document | ShadowRoot): string => {
    const known = paths.get(element);
    if (known !== undefined) return known;
    const path = isOnly(tree, element)
      ? `#${CSS.escape(element.id)}`
      : `${pathToParent(element, tree)}${CSS.escape(element.localName)}:nth-of-type(${positionOf(element)})`;
    paths.set(element, path);
    return path;
  };

  const pathToParent = (element: Element, tree: Document | ShadowRoot): string => {
    if (element.parentElement !== null) return `${pathTo(element.parentElement, tree)} > `;
    // Without it, the path could begin anywhere.
    return 'host' in tree ? ':host > ' : '';
  };

  const selectorOf = (element: Element): string => {
    const host = hostOf(element);
    const path = pathTo(element, element.getRootNode() as Document | ShadowRoot);
    return host === undefined ? path : `${selectorOf(host)}${INTO}${path}`;
  };

  return {
    idOf(element) {
      const given = element.getAttribute(ID_ATTRIBUTE)?.trim();
      const named = given ? `bt:${given}` : undefined;
      const selector = selectorOf(element);
      const fieldId = named === undefined || taken.has(named) ? `css:${selector}` : named;
      taken.add(fieldId);
      return { fieldId, selector };
    },
    forget() {
      positions = new WeakMap();
      paths = new WeakMap();
    },
  };
}

/** A page may have the same id twice. */
function isOnly(tree: Document | ShadowRoot, element: Element): boolean {
  if (element.id === '') return false;
  const found = tree.querySelectorAll(`#${CSS.escape(element.id)}`);
  return found.length === 1 && found[0] === element;
}

/** What holds the tree that an element is in. */
function hostOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  if ('host' in root) return (root as ShadowRoot).host;
  const { frameElement } = element.ownerDocument.defaultView ?? {};
  return element.ownerDocument === document ? undefined : (frameElement ?? undefined);
}

/** The element that a selector of a snapshot leads to. */
export function queryPage(root: PageRoot, selector: string): Element | undefined {
  const [first = '', ...rest] = selector.split(INTO);
  // An id is found from the top, whatever part of the page the snapshot was of.
  let found = query(isElement(root) ? root.ownerDocument : root, first);
  for (const step of rest) {
    const inside = found && (found.shadowRoot ?? frameDocument(found));
    found = inside ? query(inside, step) : undefined;
  }
  return found;
}

/** What an agent wrote as a selector may be none. */
function query(parent: ParentNode, selector: string): Element | undefined {
  try {
    return parent.querySelector(selector) ?? undefined;
  } catch {
    return undefined;
  }
}
