import type { RecordedBody } from './cassette.js';
import { editBody } from './edit-body.js';

/**
 * Puts the folder of this run in the place of the recorded one, so that a recorded call that names
 * a file by its full path acts on this run's file.
 */
export function moveWorkspace(
  body: RecordedBody,
  recorded: string | undefined,
  current: string | undefined,
): RecordedBody {
  if (recorded === undefined || current === undefined || recorded === current) return body;
  // Not where the path goes on within the same name: `/tmp/work` is not in `/tmp/work-2`.
  const mention = new RegExp(`${escapePattern(recorded)}(?![\\w-])`, 'g');
  return editBody(body, (text) =>
    [...text.matchAll(mention)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      replacement: current,
    })),
  );
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
