import type { UsageFigures } from '@dragoman/protocol';
import { compareVersions } from '../../compare-versions.js';
import type { OpenFile } from '../../sessions/open-file.js';
import { toRecord } from '../../sessions/placed-records.js';
import type { FileEnds } from '../../sessions/read-ends.js';
import { readLines } from '../../sessions/read-lines.js';
import type { SessionSummary } from '../../sessions/session-store.js';
import { THREAD_TOTALS_SINCE } from '../usage/thread-totals-since.js';
import { createFactFinder, type FactFinder } from './fact-finder.js';
import { latestUsage, usageInTail } from './latest-usage.js';
import { type SessionFile, startOfName } from './session-files.js';
import { withoutInstructions } from './without-instructions.js';

/** After the first prompt the model is told soon, or not at all. */
const MODEL_WITHIN = 64 * 1024;
const PROMPT_WITHIN = 1024 * 1024;
const NEWLINE = 0x0a;

/** What a list shows of a session, from the ends of its file; undefined when they don't say enough. */
export function summariseEnds(ends: FileEnds, named: SessionFile): SessionSummary | undefined {
  const { head, tail, isWhole } = ends;
  const finder = createFactFinder();
  let isDone = false;
  for (let at = 0; at < head.length && !isDone; ) {
    const newline = head.indexOf(NEWLINE, at);
    if (newline === -1 && !isWhole) break;
    const end = newline === -1 ? head.length : newline;
    const bytes = head.subarray(at, end);
    const text = (at === 0 ? withoutInstructions(bytes) : bytes).toString('utf8');
    const line = { at, end, text, terminated: newline !== -1 };
    const record = toRecord(line)?.record;
    if (record !== undefined) finder.push(record);
    isDone = !isWhole && isEnough(finder, end);
    at = end + 1;
  }
  if (isWhole) {
    finder.flush();
    return summary(ends, named, finder, { turns: finder.facts.turns, usage: finder.usage() });
  }
  if (!isDone) return undefined;
  return summary(ends, named, finder, { usage: countsOn(finder) ? usageInTail(tail) : undefined });
}

/** The same from as much of the file as it takes, or from all of it. */
export async function summariseSession(
  file: OpenFile,
  named: SessionFile,
  exact: boolean,
): Promise<SessionSummary> {
  const finder = createFactFinder();
  const to = exact ? file.bytes : Math.min(file.bytes, PROMPT_WITHIN);
  await readLines(file, 0, to, (line) => {
    const record = toRecord(line)?.record;
    if (record !== undefined) finder.push(record);
    return exact || !isEnough(finder, line.end);
  });
  finder.flush();
  const figures = exact
    ? { turns: finder.facts.turns, usage: finder.usage() }
    : { usage: countsOn(finder) ? await latestUsage(file) : undefined };
  return summary(file, named, finder, figures);
}

function isEnough({ facts }: FactFinder, read: number): boolean {
  if (facts.firstPrompt === undefined) return false;
  return facts.modelId !== undefined || read > MODEL_WITHIN;
}

/** Whether the last total of the session is that of all of it, and only of it. */
function countsOn({ facts: { version, origin } }: FactFinder): boolean {
  const isCumulative = version !== undefined && compareVersions(version, THREAD_TOTALS_SINCE) >= 0;
  return isCumulative && origin?.isFork === false;
}

interface Figures {
  readonly turns?: number | undefined;
  readonly usage?: UsageFigures | undefined;
}

function summary(
  { bytes, modifiedAt }: Pick<OpenFile, 'bytes' | 'modifiedAt'>,
  { id, path, name, archived }: SessionFile,
  { facts }: FactFinder,
  { turns, usage }: Figures,
): SessionSummary {
  return {
    id: facts.id ?? id,
    path,
    updatedAt: modifiedAt.toISOString(),
    bytes,
    archived,
    ...given('startedAt', facts.startedAt ?? startOfName(name)),
    ...given('cwd', facts.cwd),
    ...given('modelId', facts.modelId),
    ...given('version', facts.version),
    ...given('firstPrompt', facts.firstPrompt),
    ...given('turns', turns),
    ...given('usage', usage),
    ...given('parentId', facts.origin?.parentId),
    ...given('problem', facts.isSession ? undefined : problemOf(bytes)),
  };
}

function problemOf(bytes: number): string {
  return bytes === 0 ? 'The file is empty.' : 'The file holds no record that Codex writes.';
}

function given<Name extends keyof SessionSummary>(
  name: Name,
  value: SessionSummary[Name] | undefined,
) {
  return value === undefined ? {} : { [name]: value };
}
