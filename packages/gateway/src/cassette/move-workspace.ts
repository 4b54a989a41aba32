import type { RecordedBody } from './cassette.js';
import { editBody } from './edit-body.js';
import { pathMention } from './path-mention.js';

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
  const mention = pathMention(recorded);
  return editBody(body, (text) =>
    [...text.matchAll(mention)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      replacement: current,
    })),
  );
}
