import type { FormField } from '@dragoman/protocol';
import { type FieldKind, isInput, isSelect, isTextArea } from './control.js';
import { createFieldIds } from './field-id.js';
import { labelOf, shortened, UNNAMED } from './label.js';
import { isPrivate } from './private-value.js';
import { choicesOf, isFilled, readValue } from './read-value.js';

/** Reads the controls of one snapshot. */
export interface FieldReader {
  read(element: Element, kind: FieldKind): FormField;
  /** The page may have changed: what is known of it is looked at again. */
  forget(): void;
}

export function createFieldReader(): FieldReader {
  const ids = createFieldIds();
  let groups = new WeakMap<Element, string>();

  /** The group that says what its choices are for. */
  const groupOf = (element: Element): string => {
    const group = element.closest('fieldset, [role="group"], [role="radiogroup"]');
    if (group === null || group === element) return '';
    const label = groups.get(group) ?? labelOf(group);
    groups.set(group, label);
    return label === UNNAMED ? '' : label;
  };

  return {
    read(element, kind) {
      const value = readValue(element, kind);
      const isSecret = isPrivate(element);
      const isKept = isSecret || kind === 'file';
      const options = choicesOf(element, kind);
      const group = groupOf(element);
      const { fieldId, selector } = ids.idOf(element);
      const field: Draft = {
        fieldId,
        selector,
        kind,
        label: labelOf(element),
        required: element.matches(':required, [aria-required="true"]'),
        currentValue: isKept ? '' : value,
      };
      if (isKept) field.filled = isFilled(element, value);
      if (isSecret) field.private = true;
      if (group !== '') field.group = group;
      if (options !== undefined) field.options = [...options];
      addAttributes(field, element);
      if (element.matches(':disabled, [aria-disabled="true"]')) field.disabled = true;
      if (isReadOnly(element)) field.readOnly = true;
      return field;
    },
    forget() {
      ids.forget();
      groups = new WeakMap();
    },
  };
}

/** A field that is being read. There are many: spreads of what most don't have take longer than all the rest. */
type Draft = { -readonly [Key in keyof FormField]: FormField[Key] };

/** What the page says about a control. */
function addAttributes(field: Draft, element: Element): void {
  const name = textOf(element, 'name');
  const placeholder = textOf(element, 'placeholder') || textOf(element, 'aria-placeholder');
  if (name) field.name = name;
  if (placeholder) field.placeholder = placeholder;
  if (isInput(element) && element.type === 'radio') field.value = shortened(element.value);
  if (isSelect(element) && element.multiple) field.multiple = true;
  if (element.matches(BOUNDED)) Object.assign(field, boundsOf(element));
}

const BOUNDS = ['min', 'max', 'step', 'pattern'];
const BOUNDED = BOUNDS.map((name) => `[${name}], [aria-value${name}]`).join();

function boundsOf(element: Element): Partial<FormField> {
  const prefix = isInput(element) ? '' : 'aria-value';
  return Object.fromEntries(
    BOUNDS.map((name) => [name, textOf(element, prefix + name)]).filter(([, text]) => text),
  );
}

function textOf(element: Element, attribute: string): string {
  return shortened(element.getAttribute(attribute) ?? '');
}

function isReadOnly(element: Element): boolean {
  const isNative = (isInput(element) || isTextArea(element)) && element.readOnly;
  return isNative || element.getAttribute('aria-readonly') === 'true';
}
