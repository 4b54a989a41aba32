import { statSync } from 'node:fs';
import { createBreather } from './breather.js';

interface Named {
  readonly path: string;
  readonly name: string;
}

interface Dated<Of> {
  readonly place: Of;
  readonly modified: number;
}

/**
 * Files and folders, those last written to first, of equal ones the last by name. A session that is
 * resumed keeps its name, so only its time tells that it is the latest; asking for that takes some
 * microseconds each.
 */
export async function latestFirst<Of extends Named>(
  places: readonly Of[],
  signal?: AbortSignal,
): Promise<Of[]> {
  const breathe = createBreather(signal);
  const dated: Dated<Of>[] = [];
  for (const place of places) {
    dated.push({ place, modified: modifiedAt(place.path) });
    await breathe();
  }
  return dated.sort(compare).map(({ place }) => place);
}

/** Nothing is older than what can't be asked. */
function modifiedAt(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}

function compare(left: Dated<Named>, right: Dated<Named>): number {
  if (left.modified !== right.modified) return right.modified - left.modified;
  if (left.place.name === right.place.name) return 0;
  return left.place.name < right.place.name ? 1 : -1;
}
