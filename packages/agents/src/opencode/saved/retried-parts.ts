import type { JsonObject } from '@dragoman/protocol';
import { asText, objectAt } from '../../interpret/json-fields.js';

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
 * stays, and so does every call: it was made. A text that never ended is not printed live: it gives
 * way to any that follows. Up to 1.15.4 it may be all that tells of an attempt, which has no beginning.
 */
export function settleParts(parts: readonly JsonObject[]): SettledParts {
  const abandoned = abandonedTexts(parts);
  if (abandoned.size === 0 && !hasRetries(parts)) return { settled: parts, replaced: NONE };
  const settled: JsonObject[] = [];
  const replaced: JsonObject[] = [...abandoned];
  /** Where the texts of the step are in `settled`, by type. */
  let positions = new Map<string, number[]>();
  /** How many texts this attempt has had, by type. */
  let counts = new Map<string, number>();
  for (const part of parts) {
    if (abandoned.has(part)) continue;
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

/** The texts that never ended, if another of their type follows in the same step. */
function abandonedTexts(parts: readonly JsonObject[]): ReadonlySet<JsonObject> {
  const abandoned = new Set<JsonObject>();
  const following = new Set<string>();
  for (const part of parts.toReversed()) {
    const type = asText(part.type) ?? '';
    if (type === 'step-finish') following.clear();
    if (!TEXT_TYPES.has(type) || typeof part.text !== 'string') continue;
    if (isOpen(part) && following.has(type)) abandoned.add(part);
    following.add(type);
  }
  return abandoned;
}

function isOpen(part: JsonObject): boolean {
  const time = objectAt(part, 'time');
  return time?.start !== undefined && time.end === undefined;
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
