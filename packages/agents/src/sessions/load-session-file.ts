import { DragomanError } from '@dragoman/protocol';
import type { TranslationStats } from '../interpret/driver.js';
import { type LoadedPage, loadPage, pageOf, readMark, writeMark } from './load-page.js';
import type { OpenFile } from './open-file.js';
import { isDocument, readAllRecords } from './positioned-records.js';
import { createRecordReducer, type ReducedRecords } from './record-reducer.js';
import type { PagedFormat, SessionFormat } from './session-format.js';
import type { LoadedSession, LoadOptions } from './session-store.js';
import { withSessionFile } from './with-session-file.js';

const MOST_NAMED = 5;

/** A saved session as messages, or a page of it, whatever version wrote it. */
export async function loadSessionAt(
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
  await readAllRecords(file, format, reducer.push);
  const { transcript, stats } = reducer.close();
  return last === undefined
    ? { ...transcript, stats }
    : pageOfWhole(transcript, stats, last, before);
}

function isPaged(format: SessionFormat): format is PagedFormat {
  return format.paging !== undefined;
}

/** A page of a file that can only be read whole: its mark is the index among all messages. */
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

/** What a reader should know about how a session was read. */
export function notesOf(stats: TranslationStats): string[] {
  const { lines, malformed, tooLong, torn, dispositions } = stats;
  const broken = torn ? malformed - 1 : malformed;
  return [
    lines === 0 && 'The file holds no records.',
    torn && 'The last line is cut off and was left out.',
    tooLong > 0 && `${counted(tooLong, 'line')} left out: too long for a record.`,
    broken > 0 && `${counted(broken, 'line')} left out: no JSON object.`,
    dispositions.unknown > 0 &&
      `${counted(dispositions.unknown, 'record')} left out: no rule for ${firstNames([...stats.unknown.keys()], MOST_NAMED)}.`,
  ].filter((note) => note !== false);
}

/** The first of some names, and how many more there are. */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
