import { isInput, roleOf } from '../field/control.js';
import { labelOf } from '../field/label.js';
import { isDisabledOption, optionsOf, shownText } from '../field/read-value.js';
import { isShown } from '../snapshot/is-shown.js';
import { click, press, reportChange, takeFocus } from './events.js';
import type { Undo } from './execute.js';

/** How long the list of a box may take to open. */
const OPENS_MS = 1000;
const LOOK_MS = 20;

/** Chooses options of a `select` by their values or texts: of one with several, exactly these. */
export function chooseOptions(
  element: HTMLSelectElement,
  values: readonly string[],
): Undo | string {
  const options = Array.from(element.options);
  const wanted = new Set<HTMLOptionElement>();
  for (const value of values) {
    const option =
      options.find((one) => one.value === value) ??
      options.find((one) => one.text.trim() === value.trim());
    if (option === undefined) return `it has no option ${JSON.stringify(value)}`;
    if (isDisabledOption(option)) return `its option ${JSON.stringify(value)} is disabled`;
    wanted.add(option);
  }
  if (!element.multiple && wanted.size !== 1) return 'it takes one option';
  const before = new Set(element.selectedOptions);
  pick(element, wanted);
  return () => {
    if (element.isConnected) pick(element, before);
  };
}

function pick(element: HTMLSelectElement, wanted: ReadonlySet<HTMLOptionElement>): void {
  takeFocus(element);
  for (const option of element.options) {
    if (option.selected !== wanted.has(option)) option.selected = wanted.has(option);
  }
  reportChange(element);
  element.blur();
}

/** Chooses one of several radio buttons by its value or its label. */
export function chooseRadio(element: HTMLElement, value: string): Undo | string {
  const radios = radioGroupOf(element);
  const chosen = radioFor(element, value);
  if (chosen === undefined) return `there is no choice ${JSON.stringify(value)}`;
  if (chosen.matches(':disabled, [aria-disabled="true"]')) {
    return `the choice ${JSON.stringify(value)} is disabled`;
  }
  const before = radios.find(isOn);
  if (before !== chosen) click(chosen);
  return () => uncheck(chosen, before);
}

/** The one of several radio buttons, or tabs, that has this value or label. */
export function radioFor(element: HTMLElement, value: string): HTMLElement | undefined {
  const radios = radioGroupOf(element);
  return (
    radios.find((radio) => isInput(radio) && radio.value === value) ??
    radios.find((radio) => labelOf(radio) === value.trim())
  );
}

/** Clicks on what can be on or off, such as a checkbox or a tab. */
export function toggle(element: HTMLElement): Undo {
  const radios = radioGroupOf(element);
  const before = radios.find(isOn);
  const wasOn = isOn(element);
  click(element);
  return () => {
    if (radios.length > 0) uncheck(element, before);
    else if (element.isConnected && isOn(element) !== wasOn) click(element);
  };
}

/** The one that was on before is so again. A radio button can't be turned off by a click. */
function uncheck(chosen: HTMLElement, before: HTMLElement | undefined): void {
  if (!chosen.isConnected || chosen === before) return;
  if (before?.isConnected) click(before);
  if (before?.isConnected || !isInput(chosen)) return;
  chosen.checked = false;
  reportChange(chosen);
}

/** The radio buttons and tabs of which one is on. */
function radioGroupOf(element: HTMLElement): HTMLElement[] {
  if (isInput(element)) {
    if (element.type !== 'radio') return [];
    const tree = element.getRootNode() as Document | ShadowRoot;
    return Array.from(tree.querySelectorAll<HTMLInputElement>('input[type="radio"]')).filter(
      (radio) =>
        radio === element ||
        (radio.name !== '' && radio.name === element.name && radio.form === element.form),
    );
  }
  const role = element.getAttribute('role') ?? '';
  const group = element.closest('[role="radiogroup"], [role="tablist"]');
  if (!/^(radio|menuitemradio|tab)$/.test(role)) return [];
  return group === null
    ? [element]
    : Array.from(group.querySelectorAll<HTMLElement>(`[role="${role}"]`));
}

function isOn(element: Element): boolean {
  if (isInput(element)) return element.checked;
  return ['aria-checked', 'aria-selected', 'aria-pressed'].some(
    (name) => element.getAttribute(name) === 'true',
  );
}

/** Opens a box if its options aren't there yet, and clicks on one of them. */
export async function chooseInBox(element: HTMLElement, value: string): Promise<Undo | string> {
  const before = chosenIn(element);
  const option = await findOption(element, value);
  if (option === undefined) return `it offers no ${JSON.stringify(value)}`;
  if (takesSeveral(element)) return toggleOption(option);
  click(option);
  return async () => {
    if (before === '' || !element.isConnected) return;
    const former = await findOption(element, before);
    if (former !== undefined) click(former);
  };
}

/** What a box shows, or the option of a list that is on. */
function chosenIn(element: HTMLElement): string {
  if (isInput(element)) return element.value;
  if (roleOf(element) !== 'listbox') return shownText(element).trim();
  const chosen = optionsOf(element).find(isOn);
  return chosen === undefined ? '' : labelOf(chosen);
}

const takesSeveral = (element: HTMLElement): boolean =>
  element.getAttribute('aria-multiselectable') === 'true';

/** In a list of several a click on what is on would turn it off. */
function toggleOption(option: HTMLElement): Undo {
  if (isOn(option)) return () => {};
  click(option);
  return () => {
    if (option.isConnected && isOn(option)) click(option);
  };
}

/** Opens the box where it must. What doesn't open, or hasn't the option, is left as it was. */
async function findOption(element: HTMLElement, value: string): Promise<HTMLElement | undefined> {
  const found = optionIn(element, value);
  // A list is open. A key would choose another option of it.
  if (found !== undefined || roleOf(element) === 'listbox') return found;
  const inOpened = await openAndFind(element, value);
  if (inOpened === undefined) press(element, 'Escape');
  return inOpened;
}

async function openAndFind(element: HTMLElement, value: string): Promise<HTMLElement | undefined> {
  takeFocus(element);
  if (element.getAttribute('aria-expanded') !== 'true') click(element);
  let hasPressed = false;
  for (let waited = 0; waited < OPENS_MS; waited += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const found = optionIn(element, value);
    if (found !== undefined) return found;
    // Some open by the keyboard only.
    if (!hasPressed && waited > OPENS_MS / 4 && element.getAttribute('aria-expanded') !== 'true') {
      hasPressed = true;
      press(element, 'ArrowDown');
    }
  }
  return undefined;
}

/** An option that a person sees, in the list of a box. */
function optionIn(element: HTMLElement, value: string): HTMLElement | undefined {
  return optionsOf(element)
    .filter((option) => option.getAttribute('aria-disabled') !== 'true' && isShown(option))
    .find((option) => labelOf(option) === value.trim()) as HTMLElement | undefined;
}
