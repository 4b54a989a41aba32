import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { Refusal } from '../refusal.js';
import type { HostedAccess, HostedToolKind } from './hosted-access.js';

/** A request's body while it is checked. The body itself is never changed, only replaced. */
export interface BodyEdit {
  body: JsonObject;
  readonly access: HostedAccess;
  /** What was taken out so far. */
  readonly removed: Set<HostedToolKind>;
}

/** What one entry of a list of tools is: done by the client, or a kind that the provider does. */
export type ToolKind = 'client' | HostedToolKind;

/** Notes what is denied. True: it has to go. */
export function isDenied(edit: BodyEdit, kind: ToolKind): boolean {
  if (kind === 'client' || edit.access.allows(kind)) return false;
  edit.removed.add(kind);
  return true;
}

/** Gives a field another value; `undefined` takes it out. */
export function setField(edit: BodyEdit, name: string, value: unknown): void {
  const { [name]: _before, ...rest } = edit.body;
  edit.body = value === undefined ? rest : { ...rest, [name]: value };
}

/**
 * Takes out the fields that no table knows. What a provider adds later may reach outside, and may
 * name other models.
 */
export function dropUnknownFields(edit: BodyEdit, isKnown: (name: string) => boolean): void {
  for (const name of Object.keys(edit.body)) {
    if (!isKnown(name) && isDenied(edit, 'other')) setField(edit, name, undefined);
  }
}

/** An entry without what is denied in it; `undefined` when nothing is left. The same when all is. */
export type FilterEntry = (entry: unknown) => unknown;

/** A list without the entries that are denied. The same list when all stay. */
export function filterList(list: readonly unknown[], filter: FilterEntry): readonly unknown[] {
  const kept = list.map(filter);
  if (kept.every((entry, at) => entry === list[at])) return list;
  return kept.filter((entry) => entry !== undefined);
}

/** Refuses a field that leads to what lies at the provider. */
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

/** What a value under a name asks the provider to fetch, if it does. */
export type FetchedInput = (name: string, value: unknown) => HostedToolKind | undefined;

/**
 * Looks through what was said for inputs that the provider would fetch, and refuses those that are
 * denied. `skip` names what holds data of tools, which mean nothing to the provider.
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
