import type { FormField } from '@dragoman/protocol';
import { kindOf, MAY_BE_CONTROL } from '../field/control.js';
import { createFieldReader } from '../field/read-field.js';
import { isShown, isUnusable, UNUSABLE } from './is-shown.js';
import { type FoundField, rememberFields } from './remembered-fields.js';
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
  const reader = createFieldReader();
  const fields: FormField[] = [];
  const found: FoundField[] = [];
  let slice = slices.count;
  const visit = (element: Element): 'hidden' | undefined => {
    if (isUnusable(element) || (deny !== undefined && element.matches(deny))) return 'hidden';
    const kind = kindOf(element);
    if (kind === undefined || !isShown(element)) return undefined;
    if ((kind === 'button' || kind === 'link') && !isAllowed(element, allow)) return undefined;
    if (slices.count !== slice) reader.forget();
    slice = slices.count;
    const field = reader.read(element, kind);
    fields.push(field);
    found.push({ fieldId: field.fieldId, element: new WeakRef(element) });
    return undefined;
  };
  const notable = [UNUSABLE, MAY_BE_CONTROL, ...(deny === undefined ? [] : [deny])].join();
  await walkPage(from, { notable, visit }, slices);
  rememberFields(found);
  return { fields };
}

/** Buttons and links do what can't be taken back: an agent has those that the page names. */
export function isAllowed(element: Element, allow: string | undefined): boolean {
  return allow !== undefined && element.closest(allow) !== null;
}
