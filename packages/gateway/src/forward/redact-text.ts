/** Replaces a key in a text by as many asterisks, so that lengths stay true. */
export function redactText(text: string, key: string): string {
  return text.replaceAll(key, '*'.repeat(key.length));
}
