import type { ToolAnswer } from '@dragoman/runtime';
import type { Prompt, PromptPart } from '../prompt/conversation.js';
import { type ToolOutput, toolOutputText } from '../prompt/render-conversation.js';

/** What a prompt says about calls of the caller's tools. */
export interface ToolResults {
  /** The results that are new: those after the last thing that the agent said, by their calls. */
  readonly answers: ReadonlyMap<string, ToolAnswer>;
  /** Nothing follows them: the turn that waits for them is to go on. */
  readonly areLast: boolean;
  /** All calls that the conversation knows. */
  readonly callIds: ReadonlySet<string>;
  /** The turn of the last call, where it is a turn of Dragoman. */
  readonly turnId: string | undefined;
}

type ToolCall = Extract<PromptPart, { type: 'tool-call' }>;

export function readToolResults(prompt: Prompt): ToolResults {
  const calls = prompt.flatMap((message): ToolCall[] =>
    message.role === 'assistant' ? message.content.filter(isCallerCall) : [],
  );
  const said = prompt.findLastIndex(({ role }) => role === 'assistant');
  const news = prompt.slice(said + 1).filter(({ role }) => role !== 'system');
  const results = news.flatMap((message) =>
    message.role === 'tool' ? message.content.filter((part) => part.type === 'tool-result') : [],
  );
  return {
    answers: new Map(results.map((part) => [part.toolCallId, toolAnswerOf(part.output)])),
    areLast: news.length > 0 && news.every(({ role }) => role === 'tool'),
    callIds: new Set(calls.map(({ toolCallId }) => toolCallId)),
    turnId: turnOf(calls.findLast(({ toolCallId }) => isIn(results, toolCallId))),
  };
}

function isCallerCall(part: PromptPart): part is ToolCall {
  return part.type === 'tool-call' && part.providerExecuted !== true;
}

function isIn(results: readonly { toolCallId: string }[], callId: string): boolean {
  return results.some(({ toolCallId }) => toolCallId === callId);
}

/** A turn's id, and what makes one of its requests another than the others. */
const REQUEST_ID = /^([0-9a-z]{8,9}[0-9a-f]{10})-[0-9a-f]{32}$/;

/** The metadata of a part comes back as its options, unless whoever keeps messages leaves it out. */
function turnOf(call: ToolCall | undefined): string | undefined {
  const turnId = call?.providerOptions?.dragoman?.turnId;
  return typeof turnId === 'string' ? turnId : REQUEST_ID.exec(call?.toolCallId ?? '')?.[1];
}

/** What a tool of the caller gave, as an answer to the agent. */
export function toolAnswerOf(output: ToolOutput): ToolAnswer {
  switch (output.type) {
    case 'json':
    case 'text':
      return { output: output.value };
    case 'content':
      return { output: toolOutputText(output) };
    case 'error-text':
    case 'error-json':
      return { error: toolOutputText(output) };
    case 'execution-denied': {
      const { reason } = output;
      const words = 'The user denied this call';
      return { error: reason === undefined ? `${words}.` : `${words}: ${reason}` };
    }
  }
}
