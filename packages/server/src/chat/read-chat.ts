import type { ToolAnswer } from '@dragoman/runtime';
import { refusal } from '../errors/refusal.js';
import { imageOf } from '../faces/data-url.js';
import type { Asked } from '../faces/respond.js';
import type { ChatRequest, UiMessage, UiPart } from './chat-request.js';

/**
 * What a page asks for. It sends all its messages; what is new are the last ones of the user, or what
 * its tools gave for calls in the last message of the agent.
 */
export function readChat(request: ChatRequest): Asked {
  const { id, messages, trigger } = request;
  if (trigger === 'regenerate-message') throw notAgain();
  const said = messages.filter(({ role }) => role !== 'system');
  const lastOther = said.findLastIndex(({ role }) => role !== 'user');
  const now = said.slice(lastOther + 1).flatMap(({ parts }) => parts);
  const calls = said.flatMap(({ parts }) => parts.filter(isPagesCall));
  return {
    conversation: id,
    said: {
      instructions: messages.filter(({ role }) => role === 'system').map(textOf),
      history: said.slice(0, lastOther + 1).map((message) => ({
        role: message.role === 'user' ? 'user' : 'assistant',
        text: textOf(message),
      })),
      now: now.flatMap(textsIn),
      images: now.filter(({ type }) => type === 'file').map(({ url = '' }) => imageOf(url)),
    },
    answers: now.length > 0 ? new Map() : answersIn(said.at(-1)),
    known: calls.map(({ toolCallId }) => toolCallId),
    ids: [...said.map((message) => message.id), ...calls.map(({ toolCallId }) => toolCallId)],
    body: startFields(request),
  };
}

/** Of what a page sends, what a turn begins with. */
function startFields(request: ChatRequest): Asked['body'] {
  const { agent, model, workspace, tools, reasoning_effort, output_schema, limits } = request;
  return { agent, model, workspace, tools, reasoning_effort, output_schema, limits };
}

type PagesCall = UiPart & { readonly toolCallId: string };

/** A call of a tool that the page executes. */
function isPagesCall(part: UiPart): part is PagesCall {
  return part.toolCallId !== undefined && part.providerExecuted !== true;
}

/** By the state of a call in the page: what it has to say to the agent. */
const ANSWERS: Readonly<Record<string, (part: UiPart) => ToolAnswer>> = {
  'output-available': ({ output }) => ({ output: output ?? null }),
  'output-error': ({ errorText }) => ({ error: errorText || 'The tool failed.' }),
  'output-denied': approvalOf,
  'approval-responded': approvalOf,
};

function approvalOf({ approval, state }: UiPart): ToolAnswer {
  const approved = state !== 'output-denied' && approval?.approved === true;
  return { approved, ...(approval?.reason !== undefined && { reason: approval.reason }) };
}

function answersIn(message: UiMessage | undefined): ReadonlyMap<string, ToolAnswer> {
  const calls = message?.parts.filter(isPagesCall) ?? [];
  return new Map(
    calls.flatMap((part) => {
      const answer = ANSWERS[part.state ?? ''];
      return answer === undefined ? [] : [[part.toolCallId, answer(part)]];
    }),
  );
}

function textOf({ parts }: UiMessage): string {
  return parts.flatMap(textsIn).join('\n');
}

function textsIn({ type, text = '' }: UiPart): string[] {
  return type === 'text' && text !== '' ? [text] : [];
}

/** An agent has changed files and remembers what it did: it can't answer as if it had not. */
function notAgain(): Error {
  return refusal(
    'regenerate_unsupported',
    "An agent can't take back what it has done: its work and its session stand. Say in a new message what it should do differently.",
  );
}
