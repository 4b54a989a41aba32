import type { PageTools } from '../tools/page-tools.js';

/** A request of the agent, as the relay sends it. */
export interface PageRequest {
  readonly requestId: string;
  readonly response: ResponseType;
  readonly toolName: string;
  readonly input: unknown;
}

type ResponseType = 'snapshot_response' | 'execute_response' | 'tool_response';

/** What is sent back, without the instance of the page that does. */
export type PageAnswer = Readonly<Record<string, unknown>> & {
  readonly type: ResponseType | 'error_response';
  readonly requestId: string;
};

/** An event as a request; `undefined` for any other. */
export function requestIn(event: Readonly<Record<string, unknown>>): PageRequest | undefined {
  const { type, requestId } = event;
  if (typeof requestId !== 'string') return undefined;
  switch (type) {
    case 'snapshot_request': {
      const { instruction, document } = event;
      const input = { instruction, ...(document !== undefined && { document }) };
      return { requestId, response: 'snapshot_response', toolName: 'getFormSnapshot', input };
    }
    case 'execute_request': {
      const input = { actions: event.actions, fields: event.fields };
      return { requestId, response: 'execute_response', toolName: 'executeFormActions', input };
    }
    case 'tool_request': {
      const { tool_name: toolName, input } = event;
      if (typeof toolName !== 'string') return undefined;
      return { requestId, response: 'tool_response', toolName, input };
    }
    default:
      return undefined;
  }
}

/** Does what a request asks for. Never rejects: what fails is an answer, too. */
export async function answerTo(request: PageRequest, tools: PageTools): Promise<PageAnswer> {
  const { requestId, response, toolName, input } = request;
  try {
    const output = await tools.call(toolName, input);
    const given = response === 'tool_response' ? { output: output ?? null } : fieldsOf(output);
    const answer = { ...given, type: response, requestId };
    // What can't be written as JSON fails here, where it can still be said.
    JSON.stringify(answer);
    return answer;
  } catch (error) {
    return errorAnswer(requestId, wordsOf(error));
  }
}

const LONGEST_MESSAGE = 2000;

export function errorAnswer(requestId: string, message: string): PageAnswer {
  const words = message.slice(0, LONGEST_MESSAGE) || 'The page failed without saying why.';
  return { type: 'error_response', requestId, message: words };
}

function fieldsOf(output: unknown): object {
  return typeof output === 'object' && output !== null ? output : {};
}

function wordsOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return '';
  }
}
