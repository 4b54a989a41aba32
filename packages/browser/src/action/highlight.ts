import { isInput } from '../field/control.js';

/** A frame around a control. */
export interface Highlight {
  remove(): void;
}

const SHOWN_MS = 1500;
const MARGIN = 3;
/** Pages that draw a box of their own make the real one so small. */
const SMALLEST = 4;

/**
 * Shows a person which control has just been used. It lies above the page, takes no part in it, and stays
 * with the control while the page scrolls to the next.
 */
export function highlight(element: HTMLElement): Highlight {
  const { ownerDocument } = element;
  const host = ownerDocument.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  // By its style object: a page's policy may forbid style attributes.
  Object.assign(host.style, {
    all: 'initial',
    position: 'fixed',
    boxSizing: 'border-box',
    border: '2px solid #b4690e',
    borderRadius: '5px',
    boxShadow: '0 0 0 3px rgb(180 105 14 / 25%)',
    pointerEvents: 'none',
    zIndex: '2147483647',
  });
  let frame: number | undefined;
  const follow = (): void => {
    placeAround(element, host);
    frame = requestAnimationFrame(follow);
  };
  const remove = (): void => {
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
    host.remove();
  };
  const timer = setTimeout(remove, SHOWN_MS);
  follow();
  ownerDocument.documentElement.append(host);
  return { remove };
}

function placeAround(element: HTMLElement, { style }: HTMLElement): void {
  const { top, left, width, height } = shownPart(element).getBoundingClientRect();
  style.top = `${top - MARGIN}px`;
  style.left = `${left - MARGIN}px`;
  style.width = `${width + 2 * MARGIN}px`;
  style.height = `${height + 2 * MARGIN}px`;
  // What is used up by its own click, as an option in a list that closes, is nowhere any more.
  style.display = width === 0 || height === 0 ? 'none' : 'block';
}

/** What a person sees of a control. */
function shownPart(element: HTMLElement): HTMLElement {
  const { width, height } = element.getBoundingClientRect();
  if (width > SMALLEST && height > SMALLEST) return element;
  return (isInput(element) ? element.labels?.[0] : undefined) ?? element;
}
