type View = NonNullable<Document['defaultView']>;

/** The window of an element: an event of a frame is made by its own classes. */
export function viewOf(element: Element): View {
  return element.ownerDocument.defaultView ?? window;
}

/** A person sees what they use: the page scrolls no further than it must. */
function bringIntoView(element: HTMLElement): void {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  if (isCovered(element)) element.scrollIntoView({ block: 'center', inline: 'nearest' });
}

/** Whether another part of the page, such as a bar that stays at its edge, lies over an element. */
function isCovered(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const tree = element.getRootNode() as Document | ShadowRoot;
  const shown = tree.elementFromPoint(left + width / 2, top + height / 2);
  return shown !== null && !element.contains(shown) && !shown.contains(element);
}

/** An element gets the focus as it does from a person. */
export function takeFocus(element: HTMLElement): void {
  bringIntoView(element);
  element.focus({ preventScroll: true });
}

/** What a control reports after a person has changed it. */
export function reportChange(element: HTMLElement, data: string | null = null): void {
  reportInput(element, data);
  element.dispatchEvent(new (viewOf(element).Event)('change', { bubbles: true }));
}

export function reportInput(element: HTMLElement, data: string | null): void {
  const { InputEvent } = viewOf(element);
  const init = { bubbles: true, composed: true, data, inputType: 'insertReplacementText' };
  element.dispatchEvent(new InputEvent('input', init));
}

/** All that a pointer reports when it is pressed and released on an element. */
export function click(element: HTMLElement): void {
  bringIntoView(element);
  const { PointerEvent, MouseEvent } = viewOf(element);
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2 };
  const common = { bubbles: true, cancelable: true, composed: true, button: 0, detail: 1, ...at };
  const pointer = { ...common, pointerId: 1, pointerType: 'mouse', isPrimary: true };
  element.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }));
  const goesOn = element.dispatchEvent(new MouseEvent('mousedown', { ...common, buttons: 1 }));
  // A page that prevents the default of a press keeps the focus where it is.
  if (goesOn) element.focus({ preventScroll: true });
  element.dispatchEvent(new PointerEvent('pointerup', pointer));
  element.dispatchEvent(new MouseEvent('mouseup', common));
  element.click();
}

/** A key that is pressed and released. */
export function press(element: HTMLElement, key: string): void {
  const { KeyboardEvent } = viewOf(element);
  const init = { key, code: key, bubbles: true, cancelable: true, composed: true };
  element.dispatchEvent(new KeyboardEvent('keydown', init));
  element.dispatchEvent(new KeyboardEvent('keyup', init));
}
