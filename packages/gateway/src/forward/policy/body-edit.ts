import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { Refusal } from '../refusal.js';
import type { HostedAccess, HostedToolKind } from './hosted-access.js';

/** A request's body while it is checked. The body is replaced, never mutated. */
export interface BodyEdit {
  body: JsonObject;
  readonly access: HostedAccess;
  /** The kinds that were removed so far. */
  readonly removed: Set<HostedToolKind>;
}

/** Who runs a tool: the client, or the provider as one of its hosted tools. */
export type ToolKind = 'client' | HostedToolKind;

/** Whether a kind is denied. A denied kind is recorded as removed. */
export function isDenied(edit: BodyEdit, kind: ToolKind): boolean {
  if (kind === 'client' || edit.access.allows(kind)) return false;
  edit.removed.add(kind);
  return true;
}

/** Sets a field; `undefined` removes it. */
export function setField(edit: BodyEdit, name: string, value: unknown): void {
  const { [name]: _before, ...rest } = edit.body;
  edit.body = value === undefined ? rest : { ...rest, [name]: value };
}

/**
 * Removes fields that no table lists. A field that a provider adds later may reach outside, or name
 * other models.
 */
export function dropUnknownFields(edit: BodyEdit, isKnown: (name: string) => boolean): void {
  for (const name of Object.keys(edit.body)) {
    if (!isKnown(name) && isDenied(edit, 'other')) setField(edit, name, undefined);
  }
}

/** An entry without its denied parts: `undefined` if nothing is left, the same entry if nothing is denied. */
export type FilterEntry = (entry: unknown) => unknown;

/** A list without its denied entries. The same list if nothing is denied. */
export function filterList(list: readonly unknown[], filter: FilterEntry): readonly unknown[] {
  const kept = list.map(filter);
  if (kept.every((entry, at) => entry === list[at])) return list;
  return kept.filter((entry) => entry !== undefined);
}

/** The entries of a field that may hold a list or one entry; undefined if it holds none. */
export function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value : [value];
}

/** A list of tools without those that `filter` drops. What is no object is a tool of an unknown kind. */
export function filterTools(
  edit: BodyEdit,
  tools: readonly unknown[],
  filter: (tool: JsonObject) => JsonObject | undefined,
): readonly unknown[] {
  return filterList(tools, (tool) => {
    if (isJsonObject(tool)) return filter(tool);
    return isDenied(edit, 'other') ? undefined : tool;
  });
}

/** Refuses fields that refer to content stored at the provider. */
export function refuseFields(
  { body, access }: BodyEdit,
  fields: readonly string[],
  kind: HostedToolKind,
): void {
  if (access.allows(kind)) return;
  for (const name of fields) {
    if (body[name] !== undefined && body[name] !== null) throw inputRefused(name, kind);
  }
}

/** The kind of input that a field asks the provider to fetch; undefined if it doesn't. */
export type FetchedInput = (name: string, value: unknown) => HostedToolKind | undefined;

/**
 * Searches the conversation for inputs that the provider would fetch, and refuses denied ones. `skip`
 * names fields with data of tools, which the provider does not interpret.
 */
export function refuseInputs(
  { access }: BodyEdit,
  said: readonly unknown[],
  fetched: FetchedInput,
  skip: ReadonlySet<string>,
): void {
  const open: unknown[] = [...said];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) {
      for (const item of next) open.push(item);
      continue;
    }
    if (!isJsonObject(next)) continue;
    for (const [name, value] of Object.entries(next)) {
      if (skip.has(name)) continue;
      const kind = fetched(name, value);
      if (kind !== undefined && !access.allows(kind)) throw inputRefused(name, kind);
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
}

function inputRefused(name: string, kind: HostedToolKind): Refusal {
  const message = `This turn may not have its provider fetch anything, but "${name}" asks for that (${kind}). Send the content itself, or allow it with hostedTools: ['${kind}'].`;
  return new Refusal({ status: 400, message, code: 'hosted_input_not_allowed' }, 'refused');
}
