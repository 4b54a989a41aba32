import type { JsonObject } from '@dragoman/protocol';
import { asText } from '../../interpret/json-fields.js';

interface SettledParts {
  readonly settled: readonly JsonObject[];
  /** The texts that later ones replace. */
  readonly replaced: readonly JsonObject[];
}

const NONE: readonly JsonObject[] = [];
const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'reasoning']);

/**
 * The parts of a message without the texts of attempts that broke off. When a model call breaks off,
 * OpenCode makes it again within the same message, and keeps the parts of both. The first text of the
 * last attempt replaces the first text, and so on, as it does live. A text that no later attempt has
 * stays, and so does every call: it was made.
 */
export function settleParts(parts: readonly JsonObject[]): SettledParts {
  if (!hasRetries(parts)) return { settled: parts, replaced: NONE };
  const settled: JsonObject[] = [];
  const replaced: JsonObject[] = [];
  /** Where the texts of the step are in `settled`, by type. */
  let positions = new Map<string, number[]>();
  /** How many texts this attempt has had, by type. */
  let counts = new Map<string, number>();
  for (const part of parts) {
    const type = asText(part.type) ?? '';
    if (type === 'step-finish') positions = new Map();
    if (type === 'step-start' || type === 'step-finish') counts = new Map();
    if (!TEXT_TYPES.has(type) || typeof part.text !== 'string') {
      settled.push(part);
      continue;
    }
    const known = positions.get(type) ?? [];
    positions.set(type, known);
    const ordinal = counts.get(type) ?? 0;
    counts.set(type, ordinal + 1);
    const position = known[ordinal];
    if (position === undefined) known.push(settled.push(part) - 1);
    else {
      replaced.push(settled[position] ?? part);
      settled[position] = part;
    }
  }
  return { settled, replaced };
}

/** Whether a step begins before the one before it has ended. */
function hasRetries(parts: readonly JsonObject[]): boolean {
  let isUnderWay = false;
  for (const { type } of parts) {
    if (type === 'step-start' && isUnderWay) return true;
    if (type === 'step-start') isUnderWay = true;
    if (type === 'step-finish') isUnderWay = false;
  }
  return false;
}
