/** One server-sent event. `event` is absent when the stream did not name it. */
export interface SseEvent {
  event?: string;
  data: string;
}

/** Reads the lines of one event, whichever way they end; `undefined` when it has no data. */
export function parseSseEvent(text: string): SseEvent | undefined {
  const data: string[] = [];
  let event: string | undefined;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
  }
  if (data.length === 0) return undefined;
  return { ...(event === undefined ? {} : { event }), data: data.join('\n') };
}
