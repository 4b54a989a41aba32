import type { ServerResponse } from 'node:http';

/** One server-sent event as providers write it. */
export function sse(data: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Streams events, each in a chunk of its own, and ends. */
export function sendEvents(response: ServerResponse, events: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  for (const event of events) response.write(event);
  response.end();
}

/** The shortest whole answer of OpenAI Responses. */
export function openaiAnswer(text: string, usage: unknown = { input_tokens: 0, output_tokens: 0 }) {
  return [
    sse({ type: 'response.created', response: { id: 'resp_1' } }, 'response.created'),
    sse({ type: 'response.output_text.delta', delta: text }, 'response.output_text.delta'),
    sse({ type: 'response.completed', response: { id: 'resp_1', usage } }, 'response.completed'),
  ];
}

/** The shortest whole answer of Anthropic Messages. */
export function anthropicAnswer(text: string) {
  return [
    sse(
      {
        type: 'message_start',
        message: {
          usage: {
            input_tokens: 400,
            cache_creation_input_tokens: 100,
            cache_read_input_tokens: 600,
            output_tokens: 1,
          },
        },
      },
      'message_start',
    ),
    sse({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    sse({ type: 'message_delta', delta: {}, usage: { output_tokens: 50 } }, 'message_delta'),
    sse({ type: 'message_stop' }, 'message_stop'),
  ];
}

/** The shortest whole answer of Gemini streamGenerateContent: each chunk counts up to itself. */
export function geminiAnswer(text: string) {
  const usageMetadata = { promptTokenCount: 1000, cachedContentTokenCount: 600 };
  return [
    sse({ candidates: [{ content: { parts: [{ text }] } }], usageMetadata }),
    sse({
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: { ...usageMetadata, candidatesTokenCount: 40, thoughtsTokenCount: 10 },
    }),
  ];
}
