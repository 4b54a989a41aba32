import type { JsonObject } from '@dragoman/protocol';

/** The members that are there. */
export function given(members: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
