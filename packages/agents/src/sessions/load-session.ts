import { DragomanError } from '@dragoman/protocol';
import { type LoadedPage, loadPage } from './load-page.js';
import type { OpenFile } from './open-file.js';
import { readMark, writeMark } from './page-mark.js';
import { pageOf } from './page-of.js';
import { createRecordReducer, type ReducedRecords } from './record-reducer.js';
import type { PagedFormat, SessionFormat } from './session-format.js';
import { notesOf } from './session-notes.js';
import type { LoadedSession, LoadOptions } from './session-store.js';
import { isDocument, showAllRecords } from './show-all-records.js';
import { withSessionFile } from './with-session-file.js';

/** A saved session as messages, or a page of it, whatever version wrote it. */
export async function loadSession(
  path: string,
  format: SessionFormat,
  options: LoadOptions = {},
): Promise<LoadedSession> {
  checkPage(options.last, options.before);
  const load = (file: OpenFile) => loadSessionFile(file, format, options);
  return withSessionFile(path, load, options.signal);
}

/** The same from a file that is open. */
export async function loadSessionFile(
  file: OpenFile,
  format: SessionFormat,
  { last, before }: LoadOptions = {},
): Promise<LoadedSession> {
  checkPage(last, before);
  const page = await loadFrom(file, format, last, before);
  const isAll = before === undefined && page.earlier === undefined;
  if (isAll) checkRecognised(file, format, page);
  return { ...page, path: file.path, notes: notesOf(page.stats) };
}

function checkPage(last: number | undefined, before: string | undefined): void {
  if (before !== undefined && last === undefined) {
    throw new DragomanError('invalid_option', 'before is only understood together with last.');
  }
  if (last !== undefined && (!Number.isInteger(last) || last < 1)) {
    throw new DragomanError('invalid_option', `last must be a whole number from 1, not ${last}.`);
  }
}

async function loadFrom(
  file: OpenFile,
  format: SessionFormat,
  last: number | undefined,
  before: string | undefined,
): Promise<LoadedPage> {
  if (last !== undefined && isPaged(format) && !isDocument(file, format)) {
    return loadPage(file, format, { last, before });
  }
  const reducer = createRecordReducer(format);
  await showAllRecords(file, format, reducer.push, reducer.isSkimmed);
  const { transcript, stats } = reducer.close();
  return last === undefined
    ? { ...transcript, stats }
    : pageOfWhole(transcript, stats, last, before);
}

function isPaged(format: SessionFormat): format is PagedFormat {
  return format.paging !== undefined;
}

/** A page of a file that can only be read whole: its mark is the place among all messages. */
function pageOfWhole(
  transcript: ReducedRecords['transcript'],
  stats: ReducedRecords['stats'],
  last: number,
  before: string | undefined,
): LoadedPage {
  const all = transcript.messages.length;
  const count = before === undefined ? all : Math.min(all, readMark(before).index);
  const first = Math.max(0, count - last);
  const bounds = { first, count, isEarliest: first === 0, isLatest: count === all };
  const earlier = first === 0 ? {} : { earlier: writeMark({ at: 0, index: first }) };
  return { ...pageOf(transcript, bounds), stats, ...earlier };
}

/** Refuses a file in which nothing looks like what the agent writes. */
function checkRecognised(
  { path }: OpenFile,
  { title }: SessionFormat,
  { stats }: LoadedPage,
): void {
  const { lines, dispositions } = stats;
  if (lines === 0 || dispositions.mapped + dispositions.metadata > 0) return;
  throw new DragomanError(
    'session_unreadable',
    `${path} is no session of ${title}: no line of it is what ${title} keeps in one.`,
  );
}
