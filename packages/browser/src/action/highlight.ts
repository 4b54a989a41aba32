/** A frame around a control. */
export interface Highlight {
  remove(): void;
}

const SHOWN_MS = 1500;

/** Shows a person which control has just been used. It lies above the page, and takes no part in it. */
export function highlight(element: Element): Highlight {
  const { ownerDocument } = element;
  const host = ownerDocument.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  const { top, left, width, height } = element.getBoundingClientRect();
  // By its style object: a page's policy may forbid style attributes.
  Object.assign(host.style, {
    all: 'initial',
    position: 'fixed',
    top: `${top - 3}px`,
    left: `${left - 3}px`,
    width: `${width + 6}px`,
    height: `${height + 6}px`,
    boxSizing: 'border-box',
    border: '2px solid #b4690e',
    borderRadius: '5px',
    boxShadow: '0 0 0 3px rgb(180 105 14 / 25%)',
    pointerEvents: 'none',
    zIndex: '2147483647',
  });
  ownerDocument.documentElement.append(host);
  const timer = setTimeout(() => host.remove(), SHOWN_MS);
  return {
    remove() {
      clearTimeout(timer);
      host.remove();
    },
  };
}
