import type { UsageFigures } from '@dragoman/protocol';
import { given } from '../interpret/given.js';
import { createFactFinder, type FactFinder } from './fact-finder.js';
import type { OpenFile } from './open-file.js';
import { toRecord } from './positioned-records.js';
import type { FileEnds } from './read-ends.js';
import { readLines } from './read-lines.js';
import type { SessionFile } from './session-files.js';
import type { SessionFormat } from './session-format.js';
import type { SessionSummary } from './session-store.js';
import { isDocument, showAllRecords } from './show-all-records.js';

/** After the first prompt the model is told soon, or not at all. */
const MODEL_WITHIN = 64 * 1024;
const PROMPT_WITHIN = 1024 * 1024;
const TAIL_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** What a list shows of a session, from the ends of its file; undefined when they don't say enough. */
export function summariseEnds(
  ends: FileEnds,
  named: SessionFile,
  format: SessionFormat,
): SessionSummary | undefined {
  const { head, tail, isWhole } = ends;
  const shortenFirst = format.summary?.shortenFirst ?? asItIs;
  const finder = createFactFinder(format);
  let isDone = false;
  for (let at = 0; at < head.length && !isDone; ) {
    const newline = head.indexOf(NEWLINE, at);
    if (newline === -1 && !isWhole) break;
    const end = newline === -1 ? head.length : newline;
    const bytes = head.subarray(at, end);
    const text = (at === 0 ? shortenFirst(bytes) : bytes).toString('utf8');
    const line = { at, end, text, terminated: newline !== -1 };
    const record = toRecord(line)?.record;
    if (record !== undefined) finder.push(record);
    isDone = !isWhole && isEnough(finder, end);
    at = end + 1;
  }
  if (isWhole) {
    finder.flush();
    return toSummary(ends, named, format, finder, figuresOf(finder));
  }
  if (!isDone) return undefined;
  return toSummary(ends, named, format, finder, { usage: finder.usageInTail(tail) });
}

/** The same from as much of the file as it takes, or from all of it. */
export async function summariseSession(
  file: OpenFile,
  named: SessionFile,
  format: SessionFormat,
  exact: boolean,
): Promise<SessionSummary> {
  const finder = createFactFinder(format);
  if (exact || isDocument(file, format)) {
    await showAllRecords(file, format, ({ record }) => {
      if (record !== undefined) finder.push(record);
    });
    finder.flush();
    return toSummary(file, named, format, finder, figuresOf(finder));
  }
  await readLines(file, 0, Math.min(file.bytes, PROMPT_WITHIN), (line) => {
    const record = toRecord(line)?.record;
    if (record !== undefined) finder.push(record);
    return !isEnough(finder, line.end);
  });
  finder.flush();
  const usage = finder.usageInTail(await readTail(file));
  return toSummary(file, named, format, finder, { usage });
}

function asItIs(line: Buffer): Buffer {
  return line;
}

function isEnough({ facts }: FactFinder, read: number): boolean {
  if (facts.firstPrompt === undefined) return false;
  return facts.modelId !== undefined || read > MODEL_WITHIN;
}

async function readTail(file: OpenFile): Promise<Buffer> {
  const tail = Buffer.allocUnsafe(Math.min(TAIL_BYTES, file.bytes));
  return tail.subarray(0, await file.read(tail, file.bytes - tail.length));
}

interface Figures {
  readonly turns?: number | undefined;
  readonly usage?: UsageFigures | undefined;
}

/** What only all records together tell. */
function figuresOf(finder: FactFinder): Figures {
  return { turns: finder.facts.turns, usage: finder.usage() };
}

function toSummary(
  { bytes, modifiedAt }: Pick<OpenFile, 'bytes' | 'modifiedAt'>,
  { id, path, name, archived }: SessionFile,
  { title, layout }: SessionFormat,
  { facts }: FactFinder,
  { turns, usage }: Figures,
): SessionSummary {
  return {
    id: facts.id ?? id,
    path,
    updatedAt: modifiedAt.toISOString(),
    bytes,
    archived,
    ...given({
      startedAt: facts.startedAt ?? layout.startOf?.(name),
      cwd: facts.cwd ?? layout.workspaceOf?.(path),
      modelId: facts.modelId,
      version: facts.version,
      firstPrompt: facts.firstPrompt,
      turns,
      usage,
      parentId: facts.parentId ?? layout.parentOf?.(path),
      problem: facts.isSession ? undefined : problemOf(bytes, title),
    }),
  };
}

function problemOf(bytes: number, title: string): string {
  return bytes === 0 ? 'The file is empty.' : `The file holds no record that ${title} writes.`;
}
