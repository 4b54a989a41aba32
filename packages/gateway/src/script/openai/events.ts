import { type Reply, type ReplyItem, shownParts, textParts } from '../reply.js';
import { splitText } from '../split-text.js';
import { eventText, type ModelFailure, type StreamEvent } from '../wire.js';
import { callText, directCall, outputItem, textPart } from './output-item.js';
import { endOf, responseObject } from './response-object.js';

type Fields = Readonly<Record<string, unknown>>;
type Happening = readonly [type: string, fields: Fields];

/** The events of a Responses stream, in the order in which the API sends them. */
export function* responseEvents(reply: Reply): Generator<StreamEvent> {
  let sequence = 0;
  for (const [type, fields] of happenings(reply)) {
    yield streamEvent(type, fields, sequence);
    sequence += 1;
  }
  const status = endOf(reply);
  const response = responseObject(reply, status);
  yield { ...streamEvent(`response.${status}`, { response }, sequence), completes: true };
}

export function failureText(reply: Reply, error: ModelFailure, sent: number): string {
  const response = {
    ...responseObject(reply, 'failed'),
    error: { code: error.code ?? 'server_error', message: error.message },
  };
  return eventText(streamEvent('response.failed', { response }, sent));
}

function* happenings(reply: Reply): Generator<Happening> {
  const response = responseObject(reply, 'in_progress');
  yield ['response.created', { response }];
  yield ['response.in_progress', { response }];
  for (const [output_index, item] of reply.items.entries()) {
    const { id, started, done } = outputItem(item, reply, output_index);
    yield ['response.output_item.added', { output_index, item: started }];
    for (const [type, fields] of itemHappenings(item)) {
      yield [type, { item_id: id, output_index, ...fields }];
    }
    yield ['response.output_item.done', { output_index, item: done }];
  }
}

function* itemHappenings(item: ReplyItem): Generator<Happening> {
  switch (item.kind) {
    case 'thought':
      for (const [summary_index, text] of shownParts(item).entries()) {
        yield* within(summary_index, thoughtPart(text));
      }
      return;
    case 'text':
      for (const [content_index, text] of textParts(item).entries()) {
        yield* textHappenings(content_index, text);
      }
      return;
    case 'search':
      yield ['response.web_search_call.in_progress', {}];
      yield ['response.web_search_call.searching', {}];
      yield ['response.web_search_call.completed', {}];
      return;
    case 'call': {
      const call = directCall(item);
      const words = CALL_WORDS[call.form];
      if (words === undefined) return;
      const text = callText(call);
      for (const delta of splitText(text)) yield [`${words.type}.delta`, { delta }];
      yield [`${words.type}.done`, { [words.field]: text }];
    }
  }
}

/** A local shell call has no parts: it comes whole. */
const CALL_WORDS: Readonly<Record<string, { type: string; field: string }>> = {
  function: { type: 'response.function_call_arguments', field: 'arguments' },
  custom: { type: 'response.custom_tool_call_input', field: 'input' },
};

function* textHappenings(content_index: number, text: string): Generator<Happening> {
  yield ['response.content_part.added', { content_index, part: textPart('') }];
  for (const delta of splitText(text)) {
    yield ['response.output_text.delta', { content_index, delta, logprobs: [] }];
  }
  yield ['response.output_text.done', { content_index, text, logprobs: [] }];
  yield ['response.content_part.done', { content_index, part: textPart(text) }];
}

function* thoughtPart(text: string): Generator<Happening> {
  const part = { type: 'summary_text', text };
  yield ['response.reasoning_summary_part.added', { part: { ...part, text: '' } }];
  for (const delta of splitText(text)) yield ['response.reasoning_summary_text.delta', { delta }];
  yield ['response.reasoning_summary_text.done', { text }];
  yield ['response.reasoning_summary_part.done', { part }];
}

function* within(summary_index: number, parts: Iterable<Happening>): Generator<Happening> {
  for (const [type, fields] of parts) yield [type, { summary_index, ...fields }];
}

function streamEvent(type: string, fields: Fields, sequence_number: number): StreamEvent {
  return { event: type, data: { type, sequence_number, ...fields } };
}
