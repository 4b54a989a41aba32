import type { ToolAnswer } from '@dragoman/runtime';
import type { Prompt, PromptMessage, PromptPart } from '../prompt/conversation.js';
import { type ToolOutput, toolOutputText } from '../prompt/render-conversation.js';

/** What a prompt says about calls of the caller's tools. */
export interface ToolResults {
  /** The results that are new: those after the last thing that the agent said, by their calls. */
  readonly answers: ReadonlyMap<string, ToolAnswer>;
  /** Nothing follows them: the turn that waits for them is to go on. */
  readonly areLast: boolean;
  /** All calls that the conversation knows. */
  readonly callIds: ReadonlySet<string>;
  /** The turn of the last call that has a new result, where it is a turn of Dragoman. */
  readonly turnId: string | undefined;
  /** The calls of that turn, step by step. */
  readonly steps: readonly (readonly string[])[];
  /** All calls that are shown in the conversation, the agent's own included. */
  readonly shownIds: ReadonlySet<string>;
  /** The turns of calls that have no result at all. */
  readonly leftTurns: ReadonlySet<string>;
}

type ToolCall = Extract<PromptPart, { type: 'tool-call' }>;
type ToolResultPart = Extract<PromptPart, { type: 'tool-result' }>;

export function readToolResults(prompt: Prompt): ToolResults {
  const shown = shownCalls(prompt);
  const calls = shown.flat().filter(isCallerCall);
  const said = prompt.findLastIndex(({ role }) => role === 'assistant');
  const news = prompt.slice(said + 1).filter(({ role }) => role !== 'system');
  const results = allResults(news);
  const newIds = new Set(results.map(idOf));
  const resultIds = new Set(allResults(prompt).map(idOf));
  const turnId = turnOf(calls.findLast(({ toolCallId }) => newIds.has(toolCallId)));
  const ofTurn = (call: ToolCall) => isCallerCall(call) && turnOf(call) === turnId;
  const left = calls.filter(({ toolCallId }) => !resultIds.has(toolCallId));
  return {
    answers: new Map(results.map((part) => [part.toolCallId, toolAnswerOf(part.output)])),
    areLast: news.length > 0 && news.every(({ role }) => role === 'tool'),
    callIds: new Set(calls.map(idOf)),
    turnId,
    steps: shown.map((step) => step.filter(ofTurn).map(idOf)).filter((ids) => ids.length > 0),
    shownIds: new Set(shown.flat().map(idOf)),
    leftTurns: new Set(left.flatMap((call) => turnOf(call) ?? [])),
  };
}

/** The calls of each answer. One that is followed by no other message goes on in the next. */
function shownCalls(prompt: Prompt): ToolCall[][] {
  const answers: ToolCall[][] = [];
  let isSameAnswer = false;
  for (const message of prompt) {
    if (message.role === 'assistant') {
      const calls = message.content.filter((part) => part.type === 'tool-call');
      if (isSameAnswer) answers.at(-1)?.push(...calls);
      else answers.push(calls);
    }
    isSameAnswer = message.role === 'assistant';
  }
  return answers;
}

function allResults(messages: readonly PromptMessage[]): ToolResultPart[] {
  return messages.flatMap((message) => (message.role === 'tool' ? resultsIn(message.content) : []));
}

function resultsIn(content: readonly PromptPart[]): ToolResultPart[] {
  return content.filter((part) => part.type === 'tool-result');
}

function idOf({ toolCallId }: Pick<ToolCall, 'toolCallId'>): string {
  return toolCallId;
}

function isCallerCall({ providerExecuted }: ToolCall): boolean {
  return providerExecuted !== true;
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
