import { isJournaled, parseEvent, parseJson } from '@dragoman/protocol';
import type { StreamForm } from './event-stream.js';
import { dataLine, sseDone, ssePing } from './server-sent-events.js';
import type { UiMapper } from './ui-mapper.js';

/**
 * The AI SDK's stream of a message, for one reader. Its mapper must see all events; what they give up to
 * the reader's cursor is left out.
 */
export function uiMessageForm(mapper: UiMapper, after: number): StreamForm {
  const encoder = new TextEncoder();
  const written = (line: string): string => {
    const json = parseJson(line);
    const parsed = parseEvent(json.ok ? json.value : undefined);
    if (!parsed.ok || !isJournaled(parsed.event)) return '';
    const chunks = mapper.push(parsed.event);
    if (parsed.event.seq <= after) return '';
    return chunks.map(dataLine).join('');
  };
  return {
    bytes: (piece) => encoder.encode(piece.lines().map(written).join('')),
    // What isn't a chunk of a message would be an error to the page.
    ping: ssePing,
    last: sseDone,
  };
}
