import { isJsonObject, parseJson } from '@dragoman/protocol';
import { escapeControls } from '@dragoman/protocol/internal';
import type { Provenance } from '../contract.js';
import type { Git } from '../git/run-git.js';

export const notesRef = 'refs/notes/dragoman';

const MOST_NOTE_BYTES = 4 * 1024 * 1024;

/** The note of a commit: one line of JSON for each task whose work it is. Empty where it has none. */
export async function readNote(git: Git, gitDir: string, commit: string): Promise<string> {
  const args = ['notes', `--ref=${notesRef}`, 'show', commit];
  const { text } = await git.run({
    args,
    gitDir,
    accepts: [0, 1],
    maxOutputBytes: MOST_NOTE_BYTES,
  });
  return text;
}

/** Whether a note has a line of this task. */
export function isNotedFor(note: string, instance: string): boolean {
  return note.split('\n').some((line) => {
    const parsed = parseJson(line);
    return parsed.ok && isJsonObject(parsed.value) && parsed.value.instance_id === instance;
  });
}

/** The note with a line for one more task. */
export function noteWith(
  note: string,
  { instance, details }: Provenance,
  facts: Readonly<Record<string, string>>,
): string {
  const line = escapeControls(
    JSON.stringify({ v: 1, ...details, instance_id: instance, ...facts }),
  );
  return `${note === '' ? '' : `${note}\n`}${line}\n`;
}

export interface NoteCommit {
  readonly gitDir: string;
  readonly commit: string;
  readonly note: string;
  /** The commit of all notes now. */
  readonly old: string | undefined;
  /** The ref that the new commit of all notes gets. */
  readonly ref: string;
}

/** Makes a commit of the notes with this one, which the caller publishes. */
export async function commitNote(git: Git, request: NoteCommit): Promise<void> {
  const { gitDir, commit, note, old, ref } = request;
  const message = 'Notes of imported work\n';
  const stdin = [
    'feature done',
    `commit ${ref}`,
    'committer Dragoman <dragoman@localhost.invalid> now',
    `data ${Buffer.byteLength(message)}`,
    message,
    ...(old === undefined ? [] : [`from ${old}`]),
    `N inline ${commit}`,
    `data ${Buffer.byteLength(note)}`,
    note,
    'done',
  ].join('\n');
  const args = ['fast-import', '--quiet', '--force', '--done', '--date-format=now'];
  await git.run({ args, gitDir, stdin: `${stdin}\n` });
}
