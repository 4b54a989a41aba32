import {
  type DragomanEvent,
  deriveId,
  isJsonObject,
  type JsonObject,
  parseJson,
  reduce,
  type UnifiedContent,
  type UnifiedMessage,
} from '@dragoman/protocol';
import type { Interpretation, Interpreter, View } from '../interpret/interpreter.js';
import { createCodexLive } from './live.js';
import { createCodexSaved } from './saved.js';
import { spellOutChanges } from './tools/changes.js';

/**
 * One line that Codex wrote, to stdout or into a session file, as the message it holds; null for one
 * that holds none. Each line is read alone: nothing is known of those before it, so a result
 * stands apart from its call, and what a file says twice comes twice. To read a whole session use
 * `loadSession`, for a running one `createCodexStdoutMapper`.
 *
 * @example
 * parse('{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"Hi"}}')
 * // { role: 'assistant', content: [{ type: 'text', text: 'Hi' }], tool: 'codex', … }
 */
export function parse(line: string): UnifiedMessage | null {
  const parsed = parseJson(line);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const record = parsed.value;
  if (isPassing(record)) return null;
  const { source, native, disposition, events } = interpretAlone(record);
  if (disposition === 'metadata') return null;
  const shown = disposition === 'unknown' ? unknownEvents(native, record) : events.map(asNotice);
  const messages = reduce(shown, { source, agent: 'codex' }).messages;
  return join(messages, record);
}

type Alone = Interpretation & { readonly source: View };

/** What a record says without any other: by whichever view knows it, the saved one first. */
function interpretAlone(record: JsonObject): Alone {
  const saved = interpretWith(createCodexSaved(), record);
  if (saved.disposition !== 'unknown') return { ...saved, source: 'saved' };
  const live = interpretWith(createCodexLive(), record);
  if (live.disposition !== 'unknown') return { ...live, source: 'live' };
  return isJsonObject(record.payload) ? { ...saved, source: 'saved' } : { ...live, source: 'live' };
}

function interpretWith(interpreter: Interpreter, record: JsonObject): Interpretation {
  const { native, disposition, events } = interpreter.push(record);
  return { native, disposition, events: [...events, ...interpreter.flush()] };
}

/** True for what only announces a later line. */
function isPassing({ type }: JsonObject): boolean {
  return type === 'item.started' || type === 'item.updated';
}

/** The prefixes of what is part of the conversation, though no rule reads it. */
const CONVERSATION = ['item.completed/', 'response_item/', 'event_msg/item_completed/'];

function unknownEvents(native: string, record: JsonObject): DragomanEvent[] {
  if (!CONVERSATION.some((prefix) => native.startsWith(prefix))) return [];
  const { timestamp } = record;
  return [
    {
      type: 'raw',
      native: record,
      reason: `no rule for ${native}`,
      ...(typeof timestamp === 'string' && { ts: timestamp }),
    },
  ];
}

/** Alone, a line of diagnostics is all that is known of what went wrong. */
function asNotice(event: DragomanEvent): DragomanEvent {
  if (event.type !== 'stderr') return event;
  const { type: _, content, ...rest } = event;
  return { ...rest, type: 'error', message: content, fatal: true };
}

/** A record is one message, also where a session would show it as several. */
function join(messages: readonly UnifiedMessage[], record: JsonObject): UnifiedMessage | null {
  const main = messages.find(({ synthetic }) => synthetic === undefined) ?? messages[0];
  if (main === undefined) return null;
  const content = messages
    .filter(({ role, synthetic }) => role === main.role && synthetic === main.synthetic)
    .flatMap((message) => message.content);
  return {
    ...main,
    id: idOf(main),
    content: spellOutChanges(joinThoughts(content)),
    _original: record,
  };
}

/** A result that stands alone must not have the id of the message with its call. */
function idOf({ id, content }: UnifiedMessage): string {
  const isResult = content.every(({ type }) => type === 'tool_result');
  return isResult ? deriveId('codex', id, 'result') : id;
}

function joinThoughts(content: readonly UnifiedContent[]): UnifiedContent[] {
  const thoughts = content.flatMap((block) => (block.type === 'thinking' ? block.thinking : []));
  if (thoughts.length < 2) return [...content];
  const others = content.filter(({ type }) => type !== 'thinking');
  return [{ type: 'thinking', thinking: thoughts.join('\n') }, ...others];
}
