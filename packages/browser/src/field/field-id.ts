import { frameDocument, isElement, type PageRoot } from '../snapshot/walk-page.js';

/** Names an element for programs: `<input data-browser-tool-id="email">` is the field `bt:email`. */
const ID_ATTRIBUTE = 'data-browser-tool-id';

/** Between the selector of what holds a shadow root or a frame, and that of an element in it. */
const INTO = ' >>> ';

/** Makes ids for the elements of one snapshot, each of which leads back to its element. */
export interface FieldIds {
  idOf(element: Element): { readonly fieldId: string; readonly selector: string };
  /** The page may have changed: what is known of it is looked at again. */
  forget(): void;
}

export function createFieldIds(): FieldIds {
  let counted = new Map<ParentNode, CountedChildren>();
  let paths = new Map<Element, string>();
  let ways = new Map<Node, string>();
  const taken = new Set<string>();

  /** Which of the children of its parent with its name an element is. They are asked for in their order. */
  const positionOf = (element: Element, parent: ParentNode): number => {
    const known = counted.get(parent);
    if (known === undefined || !countTo(element, known)) {
      const anew: CountedChildren = { last: undefined, counts: new Map() };
      counted.set(parent, anew);
      countTo(element, anew, parent.firstElementChild);
    }
    return counted.get(parent)?.counts.get(element.localName) ?? 1;
  };

  /** Leads to an element in its own tree: from the nearest one with an id, or from the top. */
  const pathTo = (element: Element, tree: Tree): string => {
    if (isOnly(tree, element)) return `#${CSS.escape(element.id)}`;
    const parent = element.parentNode as ParentNode | null;
    const isAlone = parent === null || parent.firstElementChild === parent.lastElementChild;
    const position = isAlone ? 1 : positionOf(element, parent);
    return `${pathInto(element, isAlone, tree)}${escapedName(element)}:nth-of-type(${position})`;
  };

  /** Leads to an element and those beside it. What leads to one alone isn't asked for again. */
  const pathInto = ({ parentElement: parent }: Element, isAlone: boolean, tree: Tree): string => {
    // Without it, the path could begin anywhere.
    if (parent === null) return 'host' in tree ? ':host > ' : '';
    if (isAlone) return `${pathTo(parent, tree)} > `;
    const path = paths.get(parent) ?? `${pathTo(parent, tree)} > `;
    paths.set(parent, path);
    return path;
  };

  /** Leads into the tree of an element. */
  const wayInto = (tree: Tree): string => {
    const known = ways.get(tree);
    if (known !== undefined) return known;
    const host = hostOf(tree);
    const way = host === undefined ? '' : `${selectorOf(host)}${INTO}`;
    ways.set(tree, way);
    return way;
  };

  const selectorOf = (element: Element): string => {
    const tree = element.getRootNode() as Tree;
    return wayInto(tree) + pathTo(element, tree);
  };

  return {
    idOf(element) {
      const given = element.getAttribute(ID_ATTRIBUTE)?.trim();
      const selector = selectorOf(element);
      if (!given || taken.has(given)) return { fieldId: `css:${selector}`, selector };
      taken.add(given);
      return { fieldId: `bt:${given}`, selector };
    },
    forget() {
      counted = new Map();
      paths = new Map();
      ways = new Map();
    },
  };
}

type Tree = Document | ShadowRoot;

/** How many children of each name an element has, up to one of them. */
interface CountedChildren {
  last: Element | undefined;
  readonly counts: Map<string, number>;
}

/** Goes on to an element. Whether it is there. */
function countTo(
  element: Element,
  counted: CountedChildren,
  next: Element | null | undefined = counted.last?.nextElementSibling,
): boolean {
  if (counted.last === element) return true;
  for (let at = next; at; at = at.nextElementSibling) {
    counted.counts.set(at.localName, (counted.counts.get(at.localName) ?? 0) + 1);
    counted.last = at;
    if (at === element) return true;
  }
  return false;
}

const NEEDS_NO_ESCAPE = /^[a-z][a-z\d-]*$/;

function escapedName({ localName }: Element): string {
  return NEEDS_NO_ESCAPE.test(localName) ? localName : CSS.escape(localName);
}

/** A page may have the same id twice. */
function isOnly(tree: Tree, element: Element): boolean {
  if (element.id === '') return false;
  const found = tree.querySelectorAll(`#${CSS.escape(element.id)}`);
  return found.length === 1 && found[0] === element;
}

/** What holds a tree of elements. */
function hostOf(tree: Tree): Element | undefined {
  if ('host' in tree) return tree.host;
  if (tree === document) return undefined;
  return tree.defaultView?.frameElement ?? undefined;
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

/** The element that the page names for programs, in shadow roots and frames as well: no snapshot has to lead there. */
export function findNamed(root: PageRoot, name: string): Element | undefined {
  const top = isElement(root) ? root.ownerDocument : root;
  return findInside(top, `[${ID_ATTRIBUTE}="${CSS.escape(name)}"]`);
}

function findInside(tree: ParentNode, selector: string): Element | undefined {
  const found = query(tree, selector);
  if (found !== undefined) return found;
  for (const element of tree.querySelectorAll('*')) {
    const inside = element.shadowRoot ?? frameDocument(element);
    const deeper = inside && findInside(inside, selector);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

/** What an agent wrote as a selector may be none. */
function query(parent: ParentNode, selector: string): Element | undefined {
  try {
    return parent.querySelector(selector) ?? undefined;
  } catch {
    return undefined;
  }
}
