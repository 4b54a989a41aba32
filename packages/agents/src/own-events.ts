import { isEventType, type JsonObject, parseEvent } from '@dragoman/protocol';
import type { Agent } from './agent.js';
import type { AgentInterpreter, Interpretation, Interpreter } from './interpret/interpreter.js';
import { createSessionStore } from './sessions/create-session-store.js';
import type { SessionStore } from './sessions/session-store.js';

/** What stands for an agent where the records are Dragoman's own events. */
export const ownName = 'dragoman';

/** Types that only Dragoman writes in this form. An `error`, for example, Codex writes, too. */
const TELLING: ReadonlySet<unknown> = new Set([
  ...['init', 'message', 'reasoning', 'tool_use', 'turn', 'sandbox', 'end'],
]);

/**
 * Whether a record is an event of Dragoman's: of a journal, of `exec --json` or of `translate`. The stream
 * of Gemini CLI looks much like it, but has a `timestamp`.
 */
export function isOwnEvent(record: JsonObject): boolean {
  const { type, timestamp } = record;
  if (!TELLING.has(type) || timestamp !== undefined || !parseEvent(record).ok) return false;
  const says = ['session_id', 'modelId', 'agent', 'cwd'].some((name) => name in record);
  return type !== 'init' || says;
}

/** Reads events as they are. */
function ownEvents(): Interpreter {
  return {
    push(record): Interpretation {
      const native = isEventType(record.type) ? record.type : String(record.type);
      const parsed = parseEvent(record);
      return parsed.ok
        ? { native, disposition: 'mapped', events: [parsed.event] }
        : { native, disposition: 'unknown', events: [] };
    },
    flush: () => [],
  };
}

/** Records of a conversation that no agent keeps: what it printed, or what Dragoman wrote of it. */
export function printedSessions(agent: Pick<Agent, 'name'>, read: () => Interpreter): SessionStore {
  const { name } = agent;
  const layout = { home: () => '', folders: () => [], depth: 0, idOf: () => undefined };
  return createSessionStore({ agent: name, title: name, layout, interpreter: read });
}

const interpreter: AgentInterpreter = {
  live: ownEvents,
  saved: ownEvents,
  recognise: (record) => (isOwnEvent(record) ? 'live' : undefined),
  rules: { live: {}, saved: {} },
  sessions: printedSessions({ name: ownName }, ownEvents),
};

/** Reads Dragoman's own events in the place of an agent's records. */
export const ownAgent = { name: ownName, interpreter } as const;
