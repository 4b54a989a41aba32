import { hash128 } from './hash-128.js';

/**
 * An id from the data alone, for what the agent gave no id of its own: the same fields give the same
 * id on every machine, at any time. Each field's length goes in too, so that no two lists of fields
 * run together into one text.
 */
export function deriveId(...fields: readonly (string | number)[]): string {
  let text = '';
  for (const field of fields) text += `${String(field).length}:${field}`;
  return hash128(text);
}
