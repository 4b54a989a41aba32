/** Parts of a page that a person can't use; nor can an agent. */
export const UNUSABLE = '[hidden], [aria-hidden="true"], [inert]';

/** Whether a part of the page is one that nobody is to use, with all that is in it. */
export function isUnusable(element: Element): boolean {
  return element.matches(UNUSABLE);
}

const BY_VISIBILITY_TOO = { visibilityProperty: true };

/** Whether a person sees an element, as far as styles tell. */
export function isShown(element: Element): boolean {
  if ('checkVisibility' in element) return element.checkVisibility(BY_VISIBILITY_TOO);
  // Firefox before 125 and Safari before 17.4.
  const { display, visibility } = getComputedStyle(element as Element);
  return (
    display !== 'none' &&
    visibility === 'visible' &&
    (element as Element).getClientRects().length > 0
  );
}
