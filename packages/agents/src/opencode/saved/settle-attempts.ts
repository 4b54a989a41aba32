import type { JsonObject } from '@dragoman/protocol';
import { asText } from '../../interpret/json-fields.js';

export interface SettledParts {
  readonly settled: readonly JsonObject[];
  /** The texts in whose place others stand. */
  readonly saidAgain: readonly JsonObject[];
}

const NONE: readonly JsonObject[] = [];

/**
 * The parts of a message without what was said again. When a model call breaks off, OpenCode makes it
 * again within the same message, and keeps the parts of both. The first text of the last attempt takes
 * the place of the first text, and so on, as it does where the attempts are seen live; a text that
 * wasn't said again stays, and so does every call, as it was made.
 */
export function settleAttempts(parts: readonly JsonObject[]): SettledParts {
  if (!hasAttempts(parts)) return { settled: parts, saidAgain: NONE };
  const settled: JsonObject[] = [];
  const saidAgain: JsonObject[] = [];
  /** Where the texts of the step stand in `settled`, by their type. */
  let places = new Map<string, number[]>();
  let said = new Map<string, number>();
  for (const part of parts) {
    const type = asText(part.type) ?? '';
    if (type === 'step-start') said = new Map();
    if (type === 'step-finish') {
      places = new Map();
      said = new Map();
    }
    if (!SAID.has(type)) {
      settled.push(part);
      continue;
    }
    const known = places.get(type) ?? [];
    places.set(type, known);
    const ordinal = said.get(type) ?? 0;
    said.set(type, ordinal + 1);
    const place = known[ordinal];
    if (place === undefined) {
      known.push(settled.push(part) - 1);
      continue;
    }
    saidAgain.push(settled[place] ?? part);
    settled[place] = part;
  }
  return { settled, saidAgain };
}

const SAID: ReadonlySet<string> = new Set(['text', 'reasoning']);

/** Whether a step begins before the one before it has ended. */
function hasAttempts(parts: readonly JsonObject[]): boolean {
  let isUnderWay = false;
  for (const { type } of parts) {
    if (type === 'step-start' && isUnderWay) return true;
    if (type === 'step-start') isUnderWay = true;
    if (type === 'step-finish') isUnderWay = false;
  }
  return false;
}
