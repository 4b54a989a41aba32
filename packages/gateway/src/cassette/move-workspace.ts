import type { RecordedBody } from './cassette.js';
import { editBody } from './edit-body.js';

/**
 * Replaces the recorded workspace with that of this run, so that a recorded call that names
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

/**
 * Finds a folder wherever a text names it or something in it. Not where the path goes on within the
 * same name: `/tmp/work` is not in `/tmp/work-2`.
 */
export function pathMention(folder: string): RegExp {
  return new RegExp(`${folder.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\w-])`, 'g');
}
