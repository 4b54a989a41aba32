import type { JsonObject } from '@dragoman/protocol';
import { compareVersions } from '../../compare-versions.js';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import type { SessionFacts } from '../../sessions/session-facts.js';
import type { FactReader, SummaryFormat } from '../../sessions/session-format.js';
import { createSavedUsageCounter } from '../usage/saved-usage-counter.js';
import { THREAD_TOTALS_SINCE } from '../usage/thread-totals-since.js';
import { recordKind } from './record-kind.js';
import { usageInTail } from './usage-in-tail.js';
import { withoutInstructions } from './without-instructions.js';

/** What a list shows of a session of Codex that its events don't tell: its origin and its totals. */
export const codexSummary: SummaryFormat = {
  createReader,
  shortenFirst: withoutInstructions,
};

interface Origin {
  readonly parentId: string | undefined;
  /** A fork goes on from the figures of its parent. */
  readonly isFork: boolean;
}

function createReader(): FactReader {
  const counter = createSavedUsageCounter();
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
      if (payload === undefined) return;
      const kind = recordKind(record);
      if (kind === 'event_msg/token_count') counter.tokenCount(payload);
      else if (kind === 'token_usage_record') counter.usageRecord(payload);
      else if (kind === 'session_meta') {
        // A fork may hold the records of its parent, too; its own come first.
        origin ??= originOf(payload);
        facts.parentId ??= origin.parentId;
      }
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
