import type { UsageFigures } from '@dragoman/protocol';
import { given } from '../interpret/json-fields.js';
import { type PositionedLine, readLines, showLines } from './file-lines.js';
import type { FileEnds, OpenFile } from './open-file.js';
import { isDocument, toRecord } from './positioned-records.js';
import {
  collectFacts,
  createFactCollector,
  type FactCollector,
  withParts,
} from './session-facts.js';
import type { SessionFile } from './session-files.js';
import type { SessionFormat } from './session-format.js';
import type { SessionSummary } from './session-store.js';

/** The model is named soon after the first prompt, or not at all. */
const MODEL_WITHIN = 64 * 1024;
const PROMPT_WITHIN = 1024 * 1024;
const TAIL_BYTES = 256 * 1024;
/** The parts of a session are read for a list if they are no longer than this. */
const SMALL_PARTS = 1024 * 1024;
const NEWLINE = 0x0a;

/** What a list shows of a session, from the ends of its file; undefined when they don't say enough. */
export function summariseEnds(
  ends: FileEnds,
  named: SessionFile,
  format: SessionFormat,
): SessionSummary | undefined {
  const { head, tail, isWhole } = ends;
  const { parts } = format;
  if ((isWhole || parts?.comeFirst) && parts?.areNamedIn(head)) return undefined;
  const collector = createFactCollector(format);
  let isDone = false;
  showHead(ends, format.summary?.shortenFirst ?? asItIs, (line) => {
    const record = toRecord(line)?.record;
    if (record !== undefined) collector.push(record);
    isDone = !isWhole && isEnough(collector, line.end);
    return !isDone;
  });
  if (isWhole) {
    collector.end();
    return toSummary(ends, named, format, collector, figuresOf(collector));
  }
  if (!isDone) return undefined;
  return toSummary(ends, named, format, collector, { usage: collector.usageInTail(tail) });
}

/** Shows the whole lines at the beginning of a file, the first of them shortened. */
function showHead(
  { head, isWhole }: FileEnds,
  shortenFirst: (line: Buffer) => Buffer,
  show: (line: PositionedLine) => boolean,
): void {
  const last = isWhole ? head.length : head.lastIndexOf(NEWLINE);
  if (last === -1) return;
  const newline = head.indexOf(NEWLINE);
  const end = newline === -1 ? last : newline;
  const bytes = shortenFirst(head.subarray(0, end));
  const goesOn = showLines({ at: 0, end: end + 1, bytes, terminated: newline !== -1 }, show);
  if (!goesOn || end >= last) return;
  const rest = head.subarray(end + 1, last);
  showLines({ at: end + 1, end: last + 1, bytes: rest, terminated: !isWhole }, show);
}

/** How many bytes of the parts of sessions may be read for a list. It shrinks with each session. */
export interface PartsBudget {
  left: number;
}

/** The same from as much of the file as it takes; with a budget from all of it, if that is enough. */
export async function summariseSession(
  file: OpenFile,
  named: SessionFile,
  format: SessionFormat,
  budget?: PartsBudget,
): Promise<SessionSummary> {
  if (budget || isDocument(file, format) || (await isSmallWithParts(file, format))) {
    const whole = await withinBudget(file, format, budget ?? { left: SMALL_PARTS });
    const all = whole && (await collectFacts(whole, format));
    if (all !== undefined) return toSummary(file, named, format, all, figuresOf(all));
  }
  const collector = createFactCollector(format);
  const shown = format.parts?.comeFirst ? await withParts(file, format) : file;
  await readLines(shown, 0, Math.min(shown.bytes, PROMPT_WITHIN), (line) => {
    const record = toRecord(line)?.record;
    if (record !== undefined) collector.push(record);
    return !isEnough(collector, line.end);
  });
  collector.end();
  const usage = collector.usageInTail(await readTail(file));
  return toSummary(file, named, format, collector, { usage });
}

async function withinBudget(
  file: OpenFile,
  format: SessionFormat,
  budget: PartsBudget,
): Promise<OpenFile | undefined> {
  const whole = await withParts(file, format);
  const more = whole.bytes - file.bytes;
  if (more > budget.left) return undefined;
  budget.left -= more;
  return whole;
}

/** What a small session used is listed, with its parts: they are read for that. */
async function isSmallWithParts(file: OpenFile, { parts }: SessionFormat): Promise<boolean> {
  if (parts === undefined || file.bytes > TAIL_BYTES) return false;
  return parts.areNamedIn(await readTail(file));
}

function asItIs(line: Buffer): Buffer {
  return line;
}

function isEnough({ facts }: FactCollector, read: number): boolean {
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

/** What only all records together say. */
function figuresOf(collector: FactCollector): Figures {
  return { turns: collector.facts.turns, usage: collector.usage() };
}

function toSummary(
  { bytes, modifiedAt }: Pick<OpenFile, 'bytes' | 'modifiedAt'>,
  { id, path, name, archived }: SessionFile,
  { title, layout }: SessionFormat,
  { facts }: FactCollector,
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
