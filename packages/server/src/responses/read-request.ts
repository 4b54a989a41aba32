import type { StartTurnBody } from '@dragoman/protocol/http';
import type { ToolAnswer } from '@dragoman/runtime';
import { imageOf } from '../faces/data-url.js';
import type { Said, SaidMessage } from '../faces/render-prompt.js';
import type { InputContent, InputItem, ResponseRequest } from './response-request.js';

/** What a request for a response says. */
export interface ResponseInput {
  readonly said: Said;
  /** What functions of the caller gave, where these are the last items. */
  readonly answers: ReadonlyMap<string, ToolAnswer>;
  /** The calls that there is an output for, wherever it stands. */
  readonly outputs: ReadonlySet<string>;
  /** The calls that the caller knows of. */
  readonly known: readonly string[];
  readonly body: Omit<StartTurnBody, 'prompt' | 'conversation' | 'images' | 'session_id'>;
}

type Message = Extract<InputItem, { role: string }>;
type CallOutput = Extract<InputItem, { type: 'function_call_output' }>;

export function readRequest(request: ResponseRequest): ResponseInput {
  const { input, instructions } = request;
  const items: readonly InputItem[] =
    typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const lastOther = items.findLastIndex((item) => !('role' in item && item.role === 'user'));
  const now = items.slice(lastOther + 1).filter((item) => isMessage(item));
  const messages = items.filter(isMessage);
  return {
    said: {
      instructions: [
        ...(instructions == null ? [] : [instructions]),
        ...messages.filter(isInstruction).flatMap(({ content }) => textsOf(content)),
      ],
      history: items.slice(0, lastOther + 1).flatMap(saidOf),
      now: now.flatMap(({ content }) => textsOf(content)),
      images: now.flatMap(({ content }) => imagesOf(content)),
    },
    answers: now.length > 0 ? new Map() : answersOf(items),
    outputs: new Set(items.filter(isCallOutput).map(({ call_id }) => call_id)),
    known: items.flatMap((item) => ('call_id' in item ? [String(item.call_id)] : [])),
    body: bodyOf(request),
  };
}

function bodyOf({
  model,
  tools,
  tool_choice,
  text,
  reasoning,
}: ResponseRequest): ResponseInput['body'] {
  const [agent, ...rest] = model?.split('/') ?? [];
  const offered = tool_choice === 'none' ? [] : (tools ?? []);
  const format = text?.format;
  const effort = reasoning?.effort;
  return {
    ...(agent !== undefined && { agent }),
    ...(rest.length > 0 && { model: rest.join('/') }),
    ...(offered.length > 0 && {
      tools: offered.map(({ name, description, parameters }) => ({
        name,
        ...(description != null && { description }),
        input_schema: parameters ?? { type: 'object' },
      })),
    }),
    ...(format?.type === 'json_schema' && { output_schema: format.schema }),
    ...(effort != null && { reasoning_effort: effort }),
  };
}

/** The outputs since the agent last spoke. */
function answersOf(items: readonly InputItem[]): ReadonlyMap<string, ToolAnswer> {
  const last = items.findLastIndex((item) => 'role' in item && item.role === 'user');
  const outputs = items.slice(last + 1).filter(isCallOutput);
  return new Map(
    outputs.map(({ call_id, output }) => [call_id, { output: textsOf(output).join('\n') }]),
  );
}

function isMessage(item: InputItem): item is Message {
  return 'role' in item;
}

function isInstruction({ role }: Message): boolean {
  return role === 'system' || role === 'developer';
}

function isCallOutput(item: InputItem): item is CallOutput {
  return item.type === 'function_call_output';
}

function saidOf(item: InputItem): SaidMessage[] {
  if (isCallOutput(item)) return [{ role: 'tool', text: textsOf(item.output).join('\n') }];
  if (!isMessage(item) || isInstruction(item)) return [];
  const role = item.role === 'user' ? 'user' : 'assistant';
  return [{ role, text: textsOf(item.content).join('\n') }];
}

function textsOf(content: InputContent): string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  return content.flatMap((part) => {
    if (part.type === 'refusal') return [part.refusal];
    return part.type === 'input_image' ? [] : [part.text];
  });
}

function imagesOf(content: InputContent): ReturnType<typeof imageOf>[] {
  if (typeof content === 'string') return [];
  return content.flatMap((part) => (part.type === 'input_image' ? [imageOf(part.image_url)] : []));
}
