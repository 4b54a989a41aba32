import { createLineFramer, type Frame, type LooseEvent, lineLeftOut } from '@dragoman/protocol';
import type { BaseChatRequest, ChatAgent, ChatStdoutMapper, EventReader } from './chat-agent.js';
import { readEventLine } from './read-event-line.js';

/** What makes events of an agent's stdout: its own reader, its mapper, or nothing but lines. */
export function eventReaderOf<Request extends BaseChatRequest>(
  agent: ChatAgent<Request>,
  input: Request,
): EventReader {
  if (agent.createEventReader !== undefined) return agent.createEventReader(input);
  const mapper = agent.createStdoutMapper?.();
  return mapper === undefined ? createLineReader() : createMapperReader(mapper);
}

/** Mappers take text, and a character may be cut in two. */
function createMapperReader(mapper: ChatStdoutMapper): EventReader {
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
