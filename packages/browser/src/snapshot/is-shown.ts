/** Parts of a page that a person can't use; nor can an agent. */
const UNUSABLE = '[hidden], [aria-hidden="true"], [inert]';

/** Whether a part of the page is one that nobody is to use, with all that is in it. */
export function isUnusable(element: Element): boolean {
  return element.matches(UNUSABLE);
}

/** Whether a person sees an element, as far as styles tell. */
export function isShown(element: Element): boolean {
  if ('checkVisibility' in element) return element.checkVisibility({ visibilityProperty: true });
  // Firefox before 125 and Safari before 17.4.
  const { display, visibility } = getComputedStyle(element as Element);
  return (
    display !== 'none' &&
    visibility === 'visible' &&
    (element as Element).getClientRects().length > 0
  );
}
