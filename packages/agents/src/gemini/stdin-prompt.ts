import { compareVersions } from '../version-support.js';

/** What Gemini CLI puts behind a prompt that it reads from stdin, and the last version that does. */
const END = '\n\n';
const ADDED_UNTIL = '0.22.4';

/** Whether a version adds to prompts; one that nobody names may. */
export function addsToPrompts(version: string | undefined): boolean {
  return version === undefined || compareVersions(version, ADDED_UNTIL) <= 0;
}

/** A prompt as it was written to stdin. */
export function promptAsWritten(text: string): string {
  return text.endsWith(END) ? text.slice(0, -END.length) : text;
}
