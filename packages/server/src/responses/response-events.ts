import { replacedBlocks } from '@dragoman/protocol/internal';
import { type FinishedPart, makePart, type PartMakers, type ViewPart } from '../faces/turn-view.js';
import {
  agentCallItem,
  agentCallResult,
  functionCallItem,
  type ItemEvent,
  type ItemKind,
  messageItem,
  type OpenItem,
  reasoningItem,
} from './response-items.js';
import {
  type OutputItem,
  type ResponseFrame,
  type ResponseObject,
  responseObject,
} from './response-object.js';

export interface ResponseEvents {
  /** The first events of the response. */
  start(): readonly ItemEvent[];
  push(part: ViewPart): readonly ItemEvent[];
  /** The response as it is now, or as it became. */
  readonly response: ResponseObject;
}

interface WrittenItem extends OpenItem {
  readonly kind: ItemKind;
}

const LAST_EVENTS: Readonly<Record<string, string>> = {
  completed: 'response.completed',
  failed: 'response.failed',
  // The protocol has no other event for a response that was stopped.
  cancelled: 'response.failed',
};

/**
 * The stream of one response, made of the parts of a turn. Pure: the same parts give the same events,
 * with the same numbers.
 */
export function createResponseEvents(frame: ResponseFrame): ResponseEvents {
  const items = new Map<string, WrittenItem>();
  /** Blocks that another took the place of. They were streamed, and are no part of the result. */
  const replaced = new Set<string>();
  let finished: FinishedPart | undefined;
  let events: ItemEvent[] = [];
  let count = 0;

  const emit = (event: ItemEvent): void => {
    events.push({ ...event, sequence_number: count });
    count += 1;
  };
  const output = (): readonly OutputItem[] =>
    [...items].flatMap(([id, { item }]) => (replaced.has(id) ? [] : [item]));
  const current = (): ResponseObject => responseObject(frame, output(), finished);

  const begin = (kind: ItemKind, id: string, item: OutputItem): WrittenItem => {
    const open = { kind, index: items.size, item, text: '' };
    items.set(id, open);
    emit({ type: 'response.output_item.added', output_index: open.index, item });
    for (const event of kind.opened(open)) emit(event);
    return open;
  };
  const grow = (open: WrittenItem, delta: string): void => {
    open.text += delta;
    emit(open.kind.delta(open, delta));
  };
  const closeText = (open: WrittenItem): void => {
    for (const event of open.kind.close(open)) emit(event);
  };
  const done = ({ index, item }: OpenItem): void =>
    emit({ type: 'response.output_item.done', output_index: index, item });

  const beginBlock =
    (kind: ItemKind, prefix: string): PartMakers<void>['text-start'] =>
    ({ id, providerMetadata }) => {
      for (const other of replacedBlocks(providerMetadata)) replaced.add(other);
      begin(kind, id, kind.begin(`${prefix}_${frame.id}_${id}`, {}));
    };
  const growBlock = ({ id, delta }: { id: string; delta: string }): void => {
    const open = items.get(id);
    if (open !== undefined) grow(open, delta);
  };
  const endBlock = ({ id }: { id: string }): void => {
    const open = items.get(id);
    if (open === undefined) return;
    closeText(open);
    done(open);
  };
  const agentCall = (id: string, name: string, input: string): WrittenItem => {
    const fields = { name, server_label: frame.agent };
    const open = begin(agentCallItem, id, agentCallItem.begin(`mcp_${frame.id}_${id}`, fields));
    grow(open, input);
    closeText(open);
    return open;
  };

  const makers: PartMakers<void> = {
    'text-start': beginBlock(messageItem, 'msg'),
    'text-delta': growBlock,
    'text-end': endBlock,
    'reasoning-start': beginBlock(reasoningItem, 'rs'),
    'reasoning-delta': growBlock,
    'reasoning-end': endBlock,
    'tool-call'({ toolCallId, toolName: name, input, providerExecuted }) {
      if (providerExecuted === true) {
        agentCall(toolCallId, name, input);
        return;
      }
      const fields = { call_id: toolCallId, name };
      const item = functionCallItem.begin(`fc_${toolCallId}`, fields);
      grow(begin(functionCallItem, toolCallId, item), input);
      endBlock({ id: toolCallId });
    },
    'tool-result'({ toolCallId, toolName, result, isError = false, preliminary }) {
      if (preliminary === true) return;
      // A call of an earlier response has its result in this one.
      const open = items.get(toolCallId) ?? agentCall(toolCallId, toolName, '{}');
      const words = typeof result === 'string' ? result : JSON.stringify(result);
      emit(agentCallResult(open, words, isError));
      done(open);
    },
    about: () => undefined,
    finished(part) {
      finished = part;
      const response = current();
      emit({ type: LAST_EVENTS[response.status] ?? 'response.failed', response });
    },
  };

  const take = (): readonly ItemEvent[] => {
    const taken = events;
    events = [];
    return taken;
  };
  return {
    start() {
      emit({ type: 'response.created', response: current() });
      emit({ type: 'response.in_progress', response: current() });
      return take();
    },
    push(part) {
      makePart(makers, part.type, part);
      return take();
    },
    get response() {
      return current();
    },
  };
}
