import type { FormField } from '@dragoman/protocol';
import { isEditingHost, isInput, isSelect, isTextArea, kindOf } from '../field/control.js';
import { createFieldIds, type FieldIds } from '../field/field-id.js';
import { labelOf, shortened, UNNAMED } from '../field/label.js';
import { isPrivate } from '../field/private-value.js';
import { choicesOf, isFilled, readValue } from '../field/read-value.js';
import { isShown, isUnusable } from './is-shown.js';
import { rememberFields } from './remembered-fields.js';
import { createTimeSlices } from './time-slices.js';
import { type PageRoot, walkPage } from './walk-page.js';

/** What an agent may see of a page, and act on. */
export interface PageRules {
  /** A selector of buttons and links, or of what they are in. Without it an agent has none of them. */
  readonly allow?: string | undefined;
  /** A selector of what no agent sees, with all that is in it. */
  readonly deny?: string | undefined;
}

/** The fields of a page, as `getFormSnapshot` gives them to an agent. */
export interface PageSnapshot {
  readonly fields: readonly FormField[];
}

/**
 * The controls that a person could use now, with their labels and values. What a person keeps secret
 * (passwords, one-time codes, cards, and what `data-agent-private` marks) is shown without its value.
 * The page goes on meanwhile: of a large one a snapshot takes several frames.
 *
 * @example
 * const { fields } = await snapshot(document.querySelector('form'));
 */
export async function snapshot(
  root: PageRoot | null = document,
  { allow, deny }: PageRules = {},
): Promise<PageSnapshot> {
  const from = root ?? document;
  const slices = createTimeSlices();
  const ids = createFieldIds();
  const fields: FormField[] = [];
  const found = new Map<string, Element>();
  let slice = slices.count;
  await walkPage(
    from,
    (element) => {
      if (isUnusable(element) || (deny !== undefined && element.matches(deny))) return 'hidden';
      const kind = kindOf(element);
      if (kind === undefined || !isShown(element)) return undefined;
      if ((kind === 'button' || kind === 'link') && !isAllowed(element, allow)) return undefined;
      if (slices.count !== slice) ids.forget();
      slice = slices.count;
      const field = readField(element, kind, ids);
      fields.push(field);
      found.set(field.fieldId, element);
      return undefined;
    },
    slices,
  );
  rememberFields(found);
  return { fields };
}

/** Buttons and links do what can't be taken back: an agent has those that the page names. */
export function isAllowed(element: Element, allow: string | undefined): boolean {
  return allow !== undefined && element.closest(allow) !== null;
}

function readField(element: Element, kind: FormField['kind'], ids: FieldIds): FormField {
  const value = readValue(element, kind);
  const isSecret = isPrivate(element);
  const options = choicesOf(element);
  const given = givenBy(element);
  return {
    ...ids.idOf(element),
    kind,
    label: labelOf(element),
    required: element.matches(':required, [aria-required="true"]'),
    currentValue: isSecret || kind === 'file' ? '' : value,
    ...((isSecret || kind === 'file') && { filled: isFilled(element, value) }),
    ...(isSecret && { private: true }),
    ...(options !== undefined && { options: [...options] }),
    ...given,
    ...(element.matches(':disabled, [aria-disabled="true"]') && { disabled: true }),
    ...(isReadOnly(element) && { readOnly: true }),
  };
}

/** What the page says about a control. */
function givenBy(element: Element): Partial<FormField> {
  const text = (name: string): string => shortened(element.getAttribute(name) ?? '');
  const name = text('name');
  const placeholder = text('placeholder') || text('aria-placeholder');
  const group = labelOfGroup(element);
  const bounds = ['min', 'max', 'step', 'pattern'].flatMap((key) => {
    const bound = isInput(element) ? text(key) : text(`aria-value${key}`);
    return bound ? [[key, bound]] : [];
  });
  return {
    ...(name && { name }),
    ...(placeholder && { placeholder }),
    ...(group && { group }),
    ...(isInput(element) && element.type === 'radio' && { value: shortened(element.value) }),
    ...(isSelect(element) && element.multiple && { multiple: true }),
    ...Object.fromEntries(bounds),
  };
}

/** The group that says what its choices are for. */
function labelOfGroup(element: Element): string {
  const group = element.closest('fieldset, [role="group"], [role="radiogroup"]');
  if (group === null || group === element) return '';
  const label = labelOf(group);
  return label === UNNAMED ? '' : label;
}

function isReadOnly(element: Element): boolean {
  if (element.getAttribute('aria-readonly') === 'true') return true;
  if (isEditingHost(element)) return false;
  return (isInput(element) || isTextArea(element)) && element.readOnly;
}
