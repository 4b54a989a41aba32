import type { FormField } from '@dragoman/protocol';

export type FieldKind = FormField['kind'];

/** What a control is, by its `type`. Types that aren't here are text; hidden ones are no fields. */
const INPUT_KINDS: Readonly<Record<string, FieldKind | undefined>> = {
  hidden: undefined,
  checkbox: 'checkbox',
  radio: 'radio',
  number: 'number',
  range: 'range',
  date: 'date',
  time: 'time',
  'datetime-local': 'datetime',
  month: 'month',
  week: 'week',
  color: 'color',
  file: 'file',
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
};

/** What a widget is, by its role. */
const ROLE_KINDS: Readonly<Record<string, FieldKind | undefined>> = {
  textbox: 'text',
  searchbox: 'text',
  checkbox: 'checkbox',
  menuitemcheckbox: 'checkbox',
  switch: 'switch',
  radio: 'radio',
  menuitemradio: 'radio',
  combobox: 'combobox',
  listbox: 'listbox',
  slider: 'range',
  spinbutton: 'number',
  tab: 'tab',
  button: 'button',
  menuitem: 'button',
  link: 'link',
};

/** Roles that make another control of a native one. Any other role of a native control changes nothing. */
const STRONGER_ROLES = new Set(['switch', 'combobox']);

/** What may be a control; whether it is one, `kindOf` says. */
export const MAY_BE_CONTROL =
  'input, textarea, select, button, summary, a[href], [role], [contenteditable]';

/** The kind of control that an element is, if it is one. */
export function kindOf(element: Element): FieldKind | undefined {
  const role = roleOf(element);
  const native = nativeKindOf(element);
  if (native !== undefined) {
    return native !== 'file' && STRONGER_ROLES.has(role) ? ROLE_KINDS[role] : native;
  }
  if (isHidden(element) || !element.matches(MAY_BE_CONTROL)) return undefined;
  if (isEditingHost(element)) return role === 'combobox' ? 'combobox' : 'richtext';
  return Object.hasOwn(ROLE_KINDS, role) ? ROLE_KINDS[role] : undefined;
}

function nativeKindOf(element: Element): FieldKind | undefined {
  if (isInput(element)) {
    return Object.hasOwn(INPUT_KINDS, element.type) ? INPUT_KINDS[element.type] : 'text';
  }
  if (isTextArea(element)) return 'textarea';
  if (isSelect(element)) return 'select';
  if (isHtml(element, 'button')) return tabOrButton(element);
  if (isHtml(element, 'summary')) return 'button';
  if (isHtml(element, 'a') && element.hasAttribute('href')) {
    return roleOf(element) === 'tab' ? 'tab' : 'link';
  }
  return undefined;
}

/** Most widgets of ARIA are made of buttons. */
function tabOrButton(element: Element): FieldKind {
  const kind = ROLE_KINDS[roleOf(element)];
  return kind === undefined || kind === 'link' ? 'button' : kind;
}

const isHidden = (element: Element): boolean => isInput(element) && element.type === 'hidden';

/** The first role that is given; browsers take the first they know. */
export function roleOf(element: Element): string {
  return element.getAttribute('role')?.trim().toLowerCase().split(/\s+/)[0] ?? '';
}

/** The element that is edited, not one inside of it. */
export function isEditingHost(element: Element): element is HTMLElement {
  return (
    'isContentEditable' in element &&
    (element as HTMLElement).isContentEditable &&
    (element.parentElement as HTMLElement | null)?.isContentEditable !== true
  );
}

// Elements of a frame are made by its own classes: `instanceof` does not know them.

export function isInput(element: Element): element is HTMLInputElement {
  return isHtml(element, 'input');
}

export function isTextArea(element: Element): element is HTMLTextAreaElement {
  return isHtml(element, 'textarea');
}

export function isSelect(element: Element): element is HTMLSelectElement {
  return isHtml(element, 'select');
}

function isHtml(element: Element, name: string): boolean {
  return element.localName === name && element.namespaceURI === 'http://www.w3.org/1999/xhtml';
}
