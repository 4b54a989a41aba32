import type { FormField } from '@dragoman/protocol';
import { type FieldKind, isEditingHost, isInput, isSelect, isTextArea } from './control.js';
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

const BOUNDS = ['min', 'max', 'step', 'pattern'];

/** What the page says about a control. */
function attributesOf(element: Element): Partial<FormField> {
  const text = (name: string): string => shortened(element.getAttribute(name) ?? '');
  const name = text('name');
  const placeholder = text('placeholder') || text('aria-placeholder');
  const prefix = isInput(element) ? '' : 'aria-value';
  const bounds = BOUNDS.flatMap((key) => {
    const bound = text(prefix + key);
    return bound ? [[key, bound]] : [];
  });
  return {
    ...(name && { name }),
    ...(placeholder && { placeholder }),
    ...(isInput(element) && element.type === 'radio' && { value: shortened(element.value) }),
    ...(isSelect(element) && element.multiple && { multiple: true }),
    ...Object.fromEntries(bounds),
  };
}

function isReadOnly(element: Element): boolean {
  if (element.getAttribute('aria-readonly') === 'true') return true;
  if (isEditingHost(element)) return false;
  return (isInput(element) || isTextArea(element)) && element.readOnly;
}
