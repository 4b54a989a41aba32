import type { Agent } from './agent.js';
import { compareVersions } from './version-support.js';

/** The versions of a CLI between which it is known what it writes. */
export interface RecordedSpan {
  readonly oldest: string;
  readonly newest: string;
}

/**
 * What to say of a version that is older or newer than all that were recorded; undefined for one
 * between them. Rules that depend on a version take such a one for the nearest that they know.
 */
export function outsideRecorded(
  { name, recorded }: Pick<Agent, 'name' | 'recorded'>,
  version: string,
): string | undefined {
  if (recorded === undefined) return undefined;
  const { oldest, newest } = recorded;
  if (compareVersions(version, newest) > 0) {
    return `${name} ${version} is newer than ${newest}, the newest that was recorded; read as ${newest}.`;
  }
  if (compareVersions(version, oldest) < 0) {
    return `${name} ${version} is older than ${oldest}, the oldest that was recorded; read as ${oldest}.`;
  }
  return undefined;
}
