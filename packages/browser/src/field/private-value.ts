import { isInput } from './control.js';

/** Says so itself, or a part of the page around it does. */
export const PRIVATE_ATTRIBUTE = 'data-agent-private';

/** What `autocomplete` calls a secret. All that is on a card is one: `cc-…`. */
const SECRET_TOKENS = new Set(['current-password', 'new-password', 'one-time-code']);

/** Names of fields that hold a secret, where the page doesn't say what they are for. */
const SECRET_NAMES =
  /(?:^|[^a-z])(?:pass[-_ ]?(?:w(?:or)?d|code|phrase)|pwd|otp|totp|one[-_ ]?time[-_ ]?(?:code|password)|cvv2?|cvc2?|csc|card[-_ ]?(?:number|no|num)|security[-_ ]?code)(?:$|[^a-z])/i;
/** Most names have none of their words. */
const MAYBE_SECRET = /pass|pwd|otp|code|cv[cv]|csc|card/i;
const CAMEL = /(?<=[a-z\d])(?=[A-Z])/g;

/** A password that the page shows is one still. */
const passwords = new WeakSet<Element>();

/** Whether what somebody has entered there stays in the page. */
export function isPrivate(element: Element): boolean {
  if (isInput(element)) {
    if (element.type === 'password') passwords.add(element);
    if (passwords.has(element)) return true;
  }
  return isCompletedAsSecret(element) || isNamedSecret(element) || isInPrivatePart(element);
}

function isCompletedAsSecret(element: Element): boolean {
  const tokens = element.getAttribute('autocomplete')?.toLowerCase().split(/\s+/) ?? [];
  return tokens.some((token) => SECRET_TOKENS.has(token) || token.startsWith('cc-'));
}

function isNamedSecret(element: Element): boolean {
  return [element.getAttribute('name'), element.id, element.getAttribute('aria-label')].some(
    (name) => name && MAYBE_SECRET.test(name) && SECRET_NAMES.test(name.replace(CAMEL, '-')),
  );
}

/** Also across the borders of shadow roots and frames. */
function isInPrivatePart(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = hostOf(at)) {
    if (at.closest(`[${PRIVATE_ATTRIBUTE}]`) !== null) return true;
  }
  return false;
}

/** The element that holds the tree which this one is in. */
function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  if (root === document) return null;
  if ('host' in root) return (root as ShadowRoot).host;
  return element.ownerDocument.defaultView?.frameElement ?? null;
}

/** Whether something in an element is private. */
export function holdsPrivate(element: Element): boolean {
  if (element.querySelector(`[${PRIVATE_ATTRIBUTE}]`) !== null) return true;
  for (const control of element.querySelectorAll('input, textarea, select, [contenteditable]')) {
    if (isPrivate(control)) return true;
  }
  return false;
}
