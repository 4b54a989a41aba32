import type { JsonObject } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import type { FactReader, SessionFacts, SummaryFormat } from '../../sessions/session-format.js';
import { compareVersions } from '../../version-support.js';
import { createUsageCounter } from '../saved/usage-counter.js';
import { THREAD_TOTALS_SINCE } from '../usage.js';
import { recordKind } from './records.js';
import { countUsage, usageInTail } from './total-usage.js';

/** What a list shows of a session of Codex that its events don't say: its origin and its totals. */
export const codexSummary: SummaryFormat = {
  createReader,
  shortenFirst: withoutInstructions,
};

interface Origin {
  readonly parentId: string | undefined;
  /** A fork continues from the figures of its parent. */
  readonly isFork: boolean;
}

function createReader(): FactReader {
  const counter = createUsageCounter();
  let origin: Origin | undefined;

  /** Whether the last total of the session is that of all of it, and only of it. */
  const countsOn = ({ version }: SessionFacts): boolean => {
    const isTotal = version !== undefined && compareVersions(version, THREAD_TOTALS_SINCE) >= 0;
    return isTotal && origin?.isFork === false;
  };

  return {
    push(record, facts) {
      const payload = objectAt(record, 'payload');
      facts.startedAt ??= textAt(payload, 'timestamp') ?? textAt(record, 'timestamp');
      countUsage(record, counter);
      if (payload === undefined || recordKind(record) !== 'session_meta') return;
      // A fork may hold the records of its parent, too; those of the fork come first.
      origin ??= originOf(payload);
      facts.parentId ??= origin.parentId;
    },
    usage: counter.total,
    usageInTail: (tail, facts) => (countsOn(facts) ? usageInTail(tail) : undefined),
  };
}

function originOf(meta: JsonObject): Origin {
  const forkedFrom = textAt(meta, 'forked_from_id');
  const spawn = objectAt(objectAt(objectAt(meta, 'source'), 'subagent'), 'thread_spawn');
  return {
    parentId: forkedFrom ?? textAt(spawn, 'parent_thread_id'),
    isFork: forkedFrom !== undefined,
  };
}

const TEXT = Buffer.from('"base_instructions":{"text":"');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The first line of a session without the model's instructions: from 0.98 on they are 20 KB of it, and
 * no list shows them. Any other line stays as it is.
 */
export function withoutInstructions(line: Buffer): Buffer {
  const found = line.indexOf(TEXT);
  if (found === -1) return line;
  const start = found + TEXT.length;
  let end = line.indexOf(QUOTE, start);
  while (end !== -1 && isEscaped(line, end)) end = line.indexOf(QUOTE, end + 1);
  return end === -1 ? line : Buffer.concat([line.subarray(0, start), line.subarray(end)]);
}

function isEscaped(line: Buffer, at: number): boolean {
  let before = at;
  while (line[before - 1] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}
