import type { ServerResponse } from 'node:http';

/** One server-sent event as providers write it. */
export function sse(data: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Streams events, each in its own chunk, and ends. */
export function sendEvents(response: ServerResponse, events: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  for (const event of events) response.write(event);
  response.end();
}

/** The shortest whole answers of each provider. */
export const answerOf = {
  openai: (text: string, usage: unknown = { input_tokens: 0, output_tokens: 0 }) => [
    sse({ type: 'response.created', response: { id: 'resp_1' } }, 'response.created'),
    sse({ type: 'response.output_text.delta', delta: text }, 'response.output_text.delta'),
    sse({ type: 'response.completed', response: { id: 'resp_1', usage } }, 'response.completed'),
  ],
  anthropic: (text: string) => [
    sse({ type: 'message_start', message: { usage: ANTHROPIC_START } }, 'message_start'),
    sse({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    sse({ type: 'message_delta', delta: {}, usage: { output_tokens: 50 } }, 'message_delta'),
    sse({ type: 'message_stop' }, 'message_stop'),
  ],
  // Each chunk counts all there was so far.
  gemini: (text: string) => [
    sse({ candidates: [{ content: { parts: [{ text }] } }], usageMetadata: GEMINI_START }),
    sse({
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: { ...GEMINI_START, candidatesTokenCount: 40, thoughtsTokenCount: 10 },
    }),
  ],
};

const ANTHROPIC_START = {
  input_tokens: 400,
  cache_creation_input_tokens: 100,
  cache_read_input_tokens: 600,
  output_tokens: 1,
};

const GEMINI_START = { promptTokenCount: 1000, cachedContentTokenCount: 600 };
