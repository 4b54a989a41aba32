import type { DragomanEvent, JsonObject, UsageFigures } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { createCodexSaved } from '../saved.js';
import { createSavedUsageCounter } from '../usage/saved-usage-counter.js';
import { recordKind } from './record-kind.js';

/** What the records of a session tell of it. */
export interface SessionFacts {
  id?: string | undefined;
  startedAt?: string | undefined;
  version?: string | undefined;
  cwd?: string | undefined;
  modelId?: string | undefined;
  firstPrompt?: string | undefined;
  origin?: SessionOrigin | undefined;
  /** Whether any record was one that Codex writes. */
  isSession: boolean;
  turns: number;
}

export interface SessionOrigin {
  readonly parentId?: string | undefined;
  /** A fork goes on from the figures of its parent. */
  readonly isFork: boolean;
}

export interface FactFinder {
  readonly facts: Readonly<SessionFacts>;
  push(record: JsonObject): void;
  /** There is no more to read: what was held back is decided. */
  flush(): void;
  usage(): UsageFigures | undefined;
}

/** Learns what a list shows of a session: from its first records who and what, from all of them how much. */
export function createFactFinder(): FactFinder {
  const interpreter = createCodexSaved();
  const counter = createSavedUsageCounter();
  const facts: SessionFacts = { isSession: false, turns: 0 };

  const learn = (events: readonly DragomanEvent[]): void => {
    for (const event of events) {
      if (event.type === 'init') {
        facts.id ??= event.session_id;
        facts.version ??= event.version;
        facts.cwd ??= event.cwd;
        facts.modelId ??= event.modelId;
      } else if (event.type === 'turn') {
        if (event.status === 'started') facts.turns += 1;
      } else if (event.type === 'message') {
        const isPrompt = event.role === 'user' && event.synthetic === undefined;
        if (isPrompt && event.content !== '') facts.firstPrompt ??= event.content;
      }
    }
  };

  return {
    facts,
    push(record) {
      const { carriage, events } = interpreter.push(record);
      if (carriage !== 'unknown') facts.isSession = true;
      const payload = objectAt(record, 'payload');
      facts.startedAt ??= textAt(payload, 'timestamp') ?? textAt(record, 'timestamp');
      learn(events);
      if (payload !== undefined) learnMore(recordKind(record), payload);
    },
    flush: () => learn(interpreter.flush()),
    usage: counter.total,
  };

  function learnMore(kind: string, payload: JsonObject): void {
    // A fork may hold the records of its parent, too; its own come first.
    if (kind === 'session_meta') facts.origin ??= originOf(payload);
    else if (kind === 'event_msg/token_count') counter.tokenCount(payload);
    else if (kind === 'token_usage_record') counter.usageRecord(payload);
  }
}

function originOf(meta: JsonObject): SessionOrigin {
  const forkedFrom = textAt(meta, 'forked_from_id');
  const spawn = objectAt(objectAt(objectAt(meta, 'source'), 'subagent'), 'thread_spawn');
  return {
    parentId: forkedFrom ?? textAt(spawn, 'parent_thread_id'),
    isFork: forkedFrom !== undefined,
  };
}
