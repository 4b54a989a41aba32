import type { JsonObject } from '@dragoman/protocol';

/** The members that are there. */
export function given(members: Readonly<Record<string, unknown>>): JsonObject {
  const there: JsonObject = {};
  for (const name in members) {
    if (members[name] !== undefined) there[name] = members[name];
  }
  return there;
}
