import { compareVersions } from '../version-support.js';

/** The last version that puts an end of line before what it reads from stdin. */
const LINE_BEFORE_UNTIL = '1.14.41';

/** What the user said, by the text that OpenCode kept of it and the version that the session is of. */
export function promptText(text: string, version: string | undefined): string {
  const hasLineBefore = version === undefined || compareVersions(version, LINE_BEFORE_UNTIL) <= 0;
  return hasLineBefore && text.startsWith('\n') ? text.slice(1) : text;
}
