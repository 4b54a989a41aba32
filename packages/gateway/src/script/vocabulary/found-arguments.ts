import { DragomanError, isJsonObject, parseJson } from '@dragoman/protocol';
import type { ToolArguments } from '../script.js';

/**
 * The arguments of a call that only the conversation knows, such as the id that a tool gave to
 * something: the first group of each pattern, in the latest text that it fits. Fails with
 * `script_no_match` when it fits none.
 */
export function foundArguments(
  patterns: Readonly<Record<string, string>>,
  history: readonly unknown[],
): ToolArguments {
  return Object.fromEntries(
    Object.entries(patterns).map(([name, pattern]) => [
      name,
      asArgument(lastMatch(pattern, history)),
    ]),
  );
}

function lastMatch(pattern: string, history: readonly unknown[]): string {
  const texts = history.flatMap(textsIn).reverse();
  for (const text of texts) {
    const found = new RegExp(pattern).exec(text)?.[1];
    if (found !== undefined) return found;
  }
  throw new DragomanError(
    'script_no_match',
    `Nothing in the conversation fits the pattern of the script: ${pattern}`,
  );
}

/** All texts in a value, however deep. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** What looks like a number is one: tools want ids as they gave them. */
function asArgument(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok && typeof parsed.value === 'number' ? parsed.value : text;
}
