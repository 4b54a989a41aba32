import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { ToolAnswer } from '@dragoman/runtime';
import { refusal } from '../errors/refusal.js';
import type { SaidMessage } from '../faces/render-prompt.js';
import type { Asked } from '../faces/respond.js';
import type { RunInput, RunMessage } from './run-input.js';

type Message<Role extends RunMessage['role']> = Extract<RunMessage, { role: Role }>;
type Content = Message<'user'>['content'];

/** What a run asks for. Its messages are the whole conversation; what is new stands at its end. */
export function readRun(input: RunInput): Asked {
  const { threadId, tools = [], context = [], forwardedProps } = input;
  const messages = input.messages.filter(isSaid);
  const lastOther = messages.findLastIndex(({ role }) => role !== 'user');
  const now = messages.slice(lastOther + 1).filter((message) => message.role === 'user');
  return {
    conversation: threadId,
    said: {
      instructions: [
        ...input.messages.filter(isInstruction).map(({ content }) => content),
        ...context.map(({ description, value }) => `${description}: ${value}`),
      ],
      history: messages.slice(0, lastOther + 1).map(saidOf),
      now: now.flatMap(({ content }) => textsOf(content)),
      images: now.flatMap(({ content }) => imagesOf(content)),
    },
    answers: now.length > 0 ? new Map() : answersOf(messages),
    known: messages.flatMap(callsOf),
    ids: messages.flatMap((message) => [message.id, ...callsOf(message)]),
    body: {
      ...forwardedProps?.dragoman,
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, parameters }) => ({
          name,
          ...(description !== undefined && { description }),
          input_schema: schemaOf(parameters),
        })),
      }),
    },
  };
}

function isSaid(message: RunMessage): message is Message<'user' | 'assistant' | 'tool'> {
  return message.role === 'user' || message.role === 'assistant' || message.role === 'tool';
}

function isInstruction(message: RunMessage): message is Message<'system' | 'developer'> {
  return message.role === 'system' || message.role === 'developer';
}

/** What tools gave since the user last spoke: of the client, and of the agent, which nobody asked for. */
function answersOf(
  messages: readonly Message<'user' | 'assistant' | 'tool'>[],
): ReadonlyMap<string, ToolAnswer> {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const results = messages.slice(last + 1).filter((message) => message.role === 'tool');
  return new Map(results.map((result) => [result.toolCallId, answerOf(result)]));
}

function answerOf({ content, error }: Message<'tool'>): ToolAnswer {
  return error === undefined ? { output: textsOf(content).join('\n') } : { error };
}

function callsOf(message: RunMessage): string[] {
  return message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [];
}

function saidOf(message: Message<'user' | 'assistant' | 'tool'>): SaidMessage {
  return { role: message.role, text: textsOf(message.content ?? '').join('\n') };
}

function textsOf(content: Content): string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

function imagesOf(content: Content): { media_type: string; data: string }[] {
  if (typeof content === 'string') return [];
  return content.flatMap((part) => {
    if (part.type === 'text') return [];
    return part.type === 'image'
      ? [{ media_type: part.source.mimeType, data: part.source.value }]
      : [{ media_type: part.mimeType, data: part.data }];
  });
}

function schemaOf(parameters: unknown): JsonObject {
  if (parameters === undefined) return { type: 'object' };
  if (isJsonObject(parameters)) return parameters;
  throw refusal(
    'invalid_request',
    'The `parameters` of a tool must be a JSON Schema, which is an object.',
  );
}
