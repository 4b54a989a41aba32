import { type DragomanEvent, type JsonObject, writeJson } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { textAt } from '../../interpret/json-fields.js';
import {
  mapped,
  metadata,
  type RecordRule,
  type RecordRules,
} from '../../interpret/record-rule.js';
import { readPlanItems } from '../tools/calls.js';
import { callItems } from './calls.js';
import { itemId, type LiveState, messageOf, toolIdOf } from './state.js';

type ItemRule = RecordRule<LiveState>;

const message = textItem('`message`', (content) => ({
  type: 'message',
  role: 'assistant',
  content,
  delta: false,
}));

const thought = textItem('`reasoning`', (content) => ({
  type: 'reasoning',
  content,
  delta: false,
}));

/** The items of a ThreadEvents stream, by what happened to them and by their type. */
export const itemRules: RecordRules<LiveState> = {
  ...itemOf('agent_message', metadata('the text comes whole in `item.completed`'), message),
  // What 0.42's `--experimental-json` calls it.
  ...itemOf('assistant_message', metadata('the text comes whole in `item.completed`'), message),
  ...itemOf('reasoning', metadata('the text comes whole in `item.completed`'), thought),
  ...Object.assign({}, ...Object.keys(callItems).map(callItem)),
  ...itemOf('todo_list', planRule('`plan`'), planRule('`plan`, where it has changed')),
  ...itemOf(
    'error',
    metadata('the message comes in `item.completed`'),
    mapped('`error` that is not fatal', (item, state, emitter) => {
      const text = messageOf(item);
      if (isRepeated(item, text, state)) return 'mapped';
      emitter.emit({ type: 'error', message: text, fatal: false });
      return 'mapped';
    }),
  ),
};

/** The rules of one type of item. */
function itemOf(type: string, before: ItemRule, completed: ItemRule): RecordRules<LiveState> {
  return {
    [`item.started/${type}`]: before,
    [`item.updated/${type}`]: before,
    [`item.completed/${type}`]: completed,
  };
}

function textItem(becomes: string, eventOf: (text: string) => DragomanEvent): ItemRule {
  return mapped(becomes, (item, state, emitter) => {
    const text = textAt(item, 'text');
    if (text === undefined) return 'unknown';
    if (text !== '' && !isRepeated(item, text, state)) emitter.emit(eventOf(text));
    return 'mapped';
  });
}

function callItem(type: string): RecordRules<LiveState> {
  const before = mapped<LiveState>('`tool_use`', (item, state, emitter) => {
    const read = callItems[type]?.(item, state);
    if (read === undefined) return 'unknown';
    const { call, isPartial } = read;
    state.calls.use(toolIdOf(item, state), call, isPartial).forEach(emitter.emit);
    return 'mapped';
  });
  const completed = mapped<LiveState>(
    '`tool_result`, after `tool_use` where that is new',
    (item, state, emitter) => {
      const read = callItems[type]?.(item, state);
      if (read === undefined) return 'unknown';
      const { call, result } = read;
      state.calls.answer(toolIdOf(item, state), call, result).forEach(emitter.emit);
      return 'mapped';
    },
  );
  return itemOf(type, before, completed);
}

function planRule(becomes: string): ItemRule {
  return mapped(becomes, (item, state, emitter) => emitPlan(item.items, state, emitter));
}

/** Emits the plan, unless it is the latest one: the end of a turn only repeats it. */
export function emitPlan(native: unknown, state: LiveState, emitter: Emitter): Disposition {
  const items = readPlanItems(native);
  if (items === undefined) return 'unknown';
  const plan = writeJson(items);
  if (plan !== state.plan) {
    state.plan = plan;
    emitter.emit({ type: 'plan', items });
  }
  return 'mapped';
}

/** True for a text that was emitted under the same id. */
function isRepeated(item: JsonObject, text: string, { recentTexts }: LiveState): boolean {
  const id = itemId(item);
  return id !== undefined && recentTexts.isRepeated(id, text);
}
