import {
  addUsageFigures,
  type DragomanEvent,
  type JsonObject,
  type UsageFigures,
} from '@dragoman/protocol';
import type { SessionFacts } from './session-facts.js';
import type { SessionFormat } from './session-format.js';

export interface FactFinder {
  readonly facts: Readonly<SessionFacts>;
  push(record: JsonObject): void;
  /** There is no more to read: what was held back is decided. */
  flush(): void;
  /** What all records so far used. */
  usage(): UsageFigures | undefined;
  /** What the whole file used, where its last bytes tell. */
  usageInTail(tail: Buffer): UsageFigures | undefined;
}

const NOTHING: UsageFigures = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };

/** Learns what a list shows of a session: from its first records who and what, from all of them how much. */
export function createFactFinder({ interpreter: create, summary }: SessionFormat): FactFinder {
  const interpreter = create();
  const reader = summary?.createReader();
  const facts: SessionFacts = { isSession: false, turns: 0 };
  let used: UsageFigures | undefined;

  const learn = (event: DragomanEvent): void => {
    facts.startedAt ??= event.ts;
    if (event.type === 'init') {
      facts.id ??= event.session_id;
      facts.version ??= event.version;
      facts.cwd ??= event.cwd;
      facts.modelId ??= event.modelId;
    } else if (event.type === 'turn') {
      if (event.status === 'started') facts.turns += 1;
    } else if (event.type === 'message') {
      if (isPrompt(event) && event.content !== '') facts.firstPrompt ??= event.content;
    } else if (event.type === 'usage') {
      if (event.parent_tool_id === undefined) used = addUsageFigures(used ?? NOTHING, event);
    }
  };

  return {
    facts,
    push(record) {
      const { disposition, events } = interpreter.push(record);
      if (disposition !== 'unknown') facts.isSession = true;
      reader?.push(record, facts);
      events.forEach(learn);
    },
    flush: () => interpreter.flush().forEach(learn),
    usage: () => (reader === undefined ? used : reader.usage()),
    usageInTail: (tail) => reader?.usageInTail?.(tail, facts),
  };
}

/** True for what a person said to the agent itself. */
function isPrompt(event: DragomanEvent & { type: 'message' }): boolean {
  const { role, synthetic, parent_tool_id } = event;
  return role === 'user' && synthetic === undefined && parent_tool_id === undefined;
}
