import { mediaTypes } from '@dragoman/protocol/http';

/** What every stream says to what is between server and client: pass it on as it comes. */
export const streamHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

export const sseContentType = `${mediaTypes.sse}; charset=utf-8`;

/** Of the AI SDK's stream of a message. */
export const uiMessageHeaders: Readonly<Record<string, string>> = {
  'x-vercel-ai-ui-message-stream': 'v1',
};

/** A comment: every reader of server-sent events skips it. */
export const ssePing = ': ping\n\n';

/** What says that a message is over, as the AI SDK writes it. */
export const sseDone = 'data: [DONE]\n\n';

/** One server-sent event without a name. */
export function dataLine(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
