import { assembleFilter } from './assemble-filter.js';
import { filterRules } from './filter-rules.js';
import { filteredArchitectures } from './system-call-numbers.js';

let assembled: Uint8Array | undefined;

/** The filter for this machine, or `undefined` where there is none. */
export function seccompFilter(): Uint8Array | undefined {
  const architecture = filteredArchitectures.find((known) => known === process.arch);
  if (architecture === undefined) return undefined;
  assembled ??= assembleFilter(architecture, filterRules);
  return assembled;
}
