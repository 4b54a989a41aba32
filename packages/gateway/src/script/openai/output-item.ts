import { itemId, type Reply, type ReplyItem, shownParts, textParts } from '../reply.js';
import { codeFor } from './code-tool.js';

/** An entry of a response's `output`, at its start and when it is whole. */
export interface OutputItem {
  readonly id: string;
  readonly started: Readonly<Record<string, unknown>>;
  readonly done: Readonly<Record<string, unknown>>;
}

/** Stands for what only the provider can read; clients send it back as it is. */
const ENCRYPTED_REASONING = Buffer.from('scripted').toString('base64');

/** An item of a reply as the Responses API shows it. */
export function outputItem(item: ReplyItem, reply: Reply, index: number): OutputItem {
  switch (item.kind) {
    case 'thought':
      return whole(
        itemId('rs', reply, index),
        {
          type: 'reasoning',
          summary: [],
          encrypted_content: ENCRYPTED_REASONING,
        },
        { summary: shownParts(item).map((text) => ({ type: 'summary_text', text })) },
      );
    case 'text':
      return whole(
        itemId('msg', reply, index),
        { type: 'message', status: 'in_progress', role: 'assistant', content: [] },
        { status: 'completed', content: textParts(item).map(textPart) },
      );
    case 'search':
      return whole(
        itemId('ws', reply, index),
        {
          type: 'web_search_call',
          status: 'in_progress',
          action: { type: 'search', query: item.query },
        },
        { status: 'completed' },
      );
    case 'call':
      return callItem(item, reply, index);
  }
}

type CallItem = Extract<ReplyItem, { kind: 'call' }>;

function callItem(spoken: CallItem, reply: Reply, index: number): OutputItem {
  const call = directCall(spoken);
  const { name, form } = call;
  const namespace = call.namespace === undefined ? {} : { namespace: call.namespace };
  const common = { status: 'in_progress', call_id: itemId('call', reply, index) };
  switch (form) {
    case 'function':
      return whole(
        itemId('fc', reply, index),
        { type: 'function_call', ...common, name, ...namespace, arguments: '' },
        { status: 'completed', arguments: callText(call) },
      );
    case 'custom':
      return whole(
        itemId('ctc', reply, index),
        { type: 'custom_tool_call', ...common, name, ...namespace, input: '' },
        { status: 'completed', input: callText(call) },
      );
    case 'local_shell':
      return whole(
        itemId('lsh', reply, index),
        {
          type: 'local_shell_call',
          ...common,
          action: { type: 'exec', command: call.arguments.command, env: {} },
        },
        { status: 'completed' },
      );
  }
}

/** A call of a nested tool is a call of the tool that runs the code. */
export function directCall(call: CallItem): CallItem {
  if (call.nested === undefined) return call;
  return { kind: 'call', ...call.nested, form: 'custom', arguments: { input: codeFor(call) } };
}

/** What a call carries, as the one string it is streamed as. */
export function callText(call: CallItem): string {
  return call.form === 'custom'
    ? String(call.arguments.input ?? '')
    : (call.text ?? JSON.stringify(call.arguments));
}

export function textPart(text: string): Readonly<Record<string, unknown>> {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

function whole(
  id: string,
  started: Readonly<Record<string, unknown>>,
  done: Readonly<Record<string, unknown>>,
): OutputItem {
  return { id, started: { id, ...started }, done: { id, ...started, ...done } };
}
