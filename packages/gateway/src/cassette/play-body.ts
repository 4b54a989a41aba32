import type { RecordedBody, RecordedEvent } from './cassette.js';

/** The bytes of a recorded body, cut where a provider would cut them: after each event. */
export function playBody(body: RecordedBody): Buffer[] {
  if ('events' in body) return body.events.map((event) => Buffer.from(playEvent(event)));
  if ('base64' in body) return [Buffer.from(body.base64, 'base64')];
  return [Buffer.from('text' in body ? body.text : JSON.stringify(body.json))];
}

/** The text of one recorded event. */
export function playEvent(event: RecordedEvent): string {
  if ('raw' in event) return event.raw;
  const name = event.event === undefined ? '' : `event: ${event.event}\n`;
  const data = 'text' in event ? event.text : JSON.stringify(event.json);
  return `${name}data: ${data.replaceAll('\n', '\ndata: ')}\n\n`;
}
