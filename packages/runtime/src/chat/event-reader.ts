import type { Translator } from '@dragoman/agents';
import { translatorOf } from '@dragoman/agents/internal';
import {
  createLineFramer,
  type Frame,
  isJsonObject,
  type JsonObject,
  parseEvent,
  parseJson,
} from '@dragoman/protocol';
import { type LooseEvent, lineLeftOut } from '@dragoman/protocol/internal';
import type {
  BaseChatRequest,
  ChatAgent,
  EventReader,
  PreparedChat,
  StdoutMapper,
} from './chat-agent.js';

/** What makes events of an agent's stdout: a prepared reader, the agent's mapper, or plain lines. */
export function eventReaderOf<Request extends BaseChatRequest>(
  agent: ChatAgent<Request>,
  prepared: PreparedChat,
): EventReader {
  if (prepared.createEventReader !== undefined) return prepared.createEventReader();
  const mapper = agent.createStdoutMapper?.();
  if (mapper === undefined) return createLineReader();
  const translator = translatorOf(mapper);
  return translator === undefined ? createMapperReader(mapper) : createTranslatorReader(translator);
}

/** Mappers take text, and a character may be cut in two. */
function createMapperReader(mapper: StdoutMapper): EventReader {
  const decoder = new TextDecoder();
  return {
    push: (chunk) => mapper.push(decoder.decode(chunk, { stream: true })).map(readEventLine),
    flush() {
      const rest = decoder.decode();
      const last = rest === '' ? [] : mapper.push(rest);
      return [...last, ...mapper.flush()].map(readEventLine);
    },
    unparsed: () => 0,
  };
}

function createLineReader(): EventReader {
  const framer = createLineFramer();
  let unparsed = 0;
  const read = (frames: readonly Frame[]): LooseEvent[] => {
    const events: LooseEvent[] = [];
    for (const frame of frames) {
      if (frame.kind !== 'line') {
        unparsed += 1;
        events.push(lineLeftOut(frame.bytes));
      } else if (frame.text.trim() !== '') events.push(readEventLine(frame.text));
    }
    return events;
  };
  return {
    push: (chunk) => read(framer.push(chunk)),
    flush: () => read(framer.flush()),
    unparsed: () => unparsed,
  };
}

/** Reads what a CLI of the registry prints: it has events before there are lines of them. */
export function createTranslatorReader({ push, flush, stats }: Translator): EventReader {
  return { push, flush, unparsed: () => stats().malformed + stats().tooLong };
}

/**
 * A line that a program or somebody's own mapper wrote. An object with a type that this version of
 * the language doesn't know passes as it is; what is no event at all becomes `raw`.
 */
function readEventLine(line: string): LooseEvent {
  const json = parseJson(line);
  if (!json.ok) return { type: 'raw', native: line.replace(/\r?\n$/, ''), reason: 'not JSON' };
  const parsed = parseEvent(json.value);
  if (parsed.ok) return parsed.event;
  if (isTyped(json.value) && parsed.reason === 'unknown_type') return json.value;
  return { type: 'raw', native: json.value, reason: `no event: ${parsed.reason}` };
}

function isTyped(value: unknown): value is JsonObject & { readonly type: string } {
  return isJsonObject(value) && typeof value.type === 'string';
}
