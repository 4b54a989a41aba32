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
  const taken = new Set<string>();

  /** Which of the children of its parent with its name an element is. */
  const positionOf = (element: Element): number => {
    const known = positions.get(element);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (const sibling of (element.parentNode as ParentNode | null)?.children ?? []) {
      const count = (counts.get(sibling.localName) ?? 0) + 1;
      counts.set(sibling.localName, count);
      positions.set(sibling, count);
    }
    return positions.get(element) ?? 1;
  };

  /** Leads to an element in its own tree: from the nearest one with an id, or from the top. */
  const pathTo = (element: Element): string => {
    const tree = element.getRootNode() as Document | ShadowRoot;
    const steps: string[] = [];
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (at.id !== '' && isOnly(tree, at)) {
        steps.unshift(`#${CSS.escape(at.id)}`);
        return steps.join(' > ');
      }
      steps.unshift(`${CSS.escape(at.localName)}:nth-of-type(${positionOf(at)})`);
    }
    // Without it, the path could begin anywhere.
    if ('host' in tree) steps.unshift(':host');
    return steps.join(' > ');
  };

  const selectorOf = (element: Element): string => {
    const host = hostOf(element);
    return host === undefined ? pathTo(element) : `${selectorOf(host)}${INTO}${pathTo(element)}`;
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
    },
  };
}

/** A page may have the same id twice. */
function isOnly(tree: Document | ShadowRoot, element: Element): boolean {
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
