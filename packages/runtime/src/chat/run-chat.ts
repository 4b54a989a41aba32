import { type JournalBatch, readJournalBatches } from '../journal/read-journal.js';
import { conductTurn } from '../turn/conduct-turn.js';
import { requestIssues } from '../turn/start-chat-turn.js';
import type { ConductOptions } from '../turn/turn-options.js';
import type { BaseChatRequest } from './chat-agent.js';

export interface RunChatOptions<Request extends BaseChatRequest>
  extends Omit<ConductOptions<Request>, 'input'> {
  /** What a client sent. */
  readonly input: unknown;
}

const HEADERS = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
};

/**
 * One turn as an HTTP response: a line of NDJSON for each event, as the journal has it. A request that
 * the agent's schema refuses is a 400. A client that goes away doesn't end the turn; `signal` does.
 *
 * Rejects with a `DragomanError` where the turn is refused before it begins, as `startTurn` does.
 */
export async function runChat<Request extends BaseChatRequest>(
  options: RunChatOptions<Request>,
): Promise<Response> {
  const asked = options.agent.requestSchema.safeParse(options.input);
  if (!asked.success) return refused(asked.error.issues);
  const turn = await conductTurn({ ...options, input: asked.data });
  return new Response(streamOf(turn.directory), { headers: HEADERS });
}

function refused(issues: Parameters<typeof requestIssues>[0]): Response {
  const message = `Invalid run request. ${requestIssues(issues)}`;
  return Response.json({ ok: false, errorCode: 'INVALID_REQUEST', message }, { status: 400 });
}

/** The journal is read as the client takes it: a slow one holds nobody up. */
function streamOf(directory: string): ReadableStream<Uint8Array> {
  const reading = new AbortController();
  const batches = readJournalBatches(directory, { signal: reading.signal });
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await batches.next();
      if (done === true) controller.close();
      else controller.enqueue(bytesOf(value));
    },
    async cancel() {
      reading.abort();
      await batches.return();
    },
  });
}

function bytesOf({ lines, bytes }: JournalBatch): Uint8Array {
  return bytes ?? new TextEncoder().encode(lines.join(''));
}
