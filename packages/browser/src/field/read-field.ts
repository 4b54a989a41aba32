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
      const options = choicesOf(element, kind);
      const group = groupOf(element);
      return {
        ...ids.idOf(element),
        kind,
        label: labelOf(element),
        required: element.matches(':required, [aria-required="true"]'),
        currentValue: isSecret || kind === 'file' ? '' : value,
        ...((isSecret || kind === 'file') && { filled: isFilled(element, value) }),
        ...(isSecret && { private: true }),
        ...(group && { group }),
        ...(options !== undefined && { options: [...options] }),
        ...attributesOf(element),
        ...(element.matches(':disabled, [aria-disabled="true"]') && { disabled: true }),
        ...(isReadOnly(element) && { readOnly: true }),
      };
    },
    forget() {
      ids.forget();
      groups = new WeakMap();
    },
  };
}

/** What the page says about a control. */
function attributesOf(element: Element): Partial<FormField> {
  const name = textOf(element, 'name');
  const placeholder = textOf(element, 'placeholder') || textOf(element, 'aria-placeholder');
  return {
    ...(name && { name }),
    ...(placeholder && { placeholder }),
    ...(isInput(element) && element.type === 'radio' && { value: shortened(element.value) }),
    ...(isSelect(element) && element.multiple && { multiple: true }),
    ...(element.matches(BOUNDED) && boundsOf(element)),
  };
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
