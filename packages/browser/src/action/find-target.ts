import type { FormField } from '@dragoman/protocol';
import { kindOf } from '../field/control.js';
import { findNamed, queryPage } from '../field/field-id.js';
import { labelOf } from '../field/label.js';
import { isShown, isUnusable } from '../snapshot/is-shown.js';
import { rememberedField } from '../snapshot/remembered-fields.js';
import { isAllowed, type PageRules } from '../snapshot/snapshot.js';
import { isElement, type PageRoot } from '../snapshot/walk-page.js';

export interface Target {
  readonly element: HTMLElement;
  readonly field: FormField;
}

/** The control that an action is for, or why there is none: in words for the agent. */
export function findTarget(
  fieldId: string,
  field: FormField | undefined,
  root: PageRoot,
  rules: PageRules,
): Target | string {
  const element = rememberedField(fieldId) ?? lookUp(fieldId, field, root);
  if (element === undefined) return 'there is no such field in the page; take another snapshot';
  const kind = kindOf(element);
  if (kind === undefined || !('focus' in element)) return 'it is no control';
  // Another element stands where this one was, or the page has made another control of it.
  const label = labelOf(element);
  if (field !== undefined && (field.kind !== kind || field.label !== label)) {
    return `the page has changed, and another control is there (${label}); take another snapshot`;
  }
  if (!isWithin(root, element) || !isUsable(element, rules)) return 'it can’t be used now';
  if ((kind === 'button' || kind === 'link') && !isAllowed(element, rules.allow)) {
    return 'the page doesn’t let agents use it';
  }
  if (element.matches(':disabled, [aria-disabled="true"]')) return 'it is disabled';
  return { element: element as HTMLElement, field: field ?? bare(fieldId, kind, label) };
}

function lookUp(
  fieldId: string,
  field: FormField | undefined,
  root: PageRoot,
): Element | undefined {
  const named = fieldId.startsWith('bt:') ? findNamed(root, fieldId.slice(3)) : undefined;
  if (named !== undefined) return named;
  const selectors = [fieldId.startsWith('css:') ? fieldId.slice(4) : undefined, field?.selector];
  for (const selector of selectors) {
    const found = selector === undefined ? undefined : queryPage(root, selector);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where an agent names a field of which it has no snapshot. */
function bare(fieldId: string, kind: FormField['kind'], label: string): FormField {
  const nothing = { required: false, currentValue: '' };
  return { fieldId, selector: fieldId.replace(/^css:/, ''), kind, label, ...nothing };
}

/** What a person could use, and the page lets agents see. */
function isUsable(element: Element, { deny }: PageRules): boolean {
  if (!isShown(element)) return false;
  for (const at of withAncestors(element)) {
    if (isUnusable(at) || (deny !== undefined && at.matches(deny))) return false;
  }
  return true;
}

function isWithin(root: PageRoot, element: Element): boolean {
  for (const at of withAncestors(element))
    if (at === root || at.getRootNode() === root) return true;
  return !isElement(root) && root === document;
}

/** The element and all around it, across the borders of shadow roots and frames. */
function* withAncestors(element: Element): Generator<Element> {
  let at: Element | null = element;
  while (at !== null) {
    yield at;
    const tree: Node = at.getRootNode();
    at =
      at.parentElement ??
      ('host' in tree
        ? (tree as ShadowRoot).host
        : (at.ownerDocument.defaultView?.frameElement ?? null));
  }
}
