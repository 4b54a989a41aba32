/** What foreign text says as JSON; `undefined` when it is none, which JSON itself can never be. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
