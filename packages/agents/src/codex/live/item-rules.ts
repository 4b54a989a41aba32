import { type DragomanEvent, hash128, type JsonObject } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import { mapped, metadata, type Rule, type Rules } from '../../interpret/rule.js';
import { callItems } from './call-items.js';
import { itemId, toolIdOf } from './item-id.js';
import type { LiveState } from './live-state.js';
import { planEvents } from './plan-events.js';
import { warningEvents, wordsOf } from './problem-events.js';

/** The items that are texts: they come whole, when they are complete. */
const TEXT_ITEMS: Readonly<Record<string, (text: string) => DragomanEvent>> = {
  agent_message: (content) => ({ type: 'message', role: 'assistant', content, delta: false }),
  // What 0.42's `--experimental-json` calls it.
  assistant_message: (content) => ({ type: 'message', role: 'assistant', content, delta: false }),
  reasoning: (content) => ({ type: 'reasoning', content, delta: false }),
};

/** The items of a ThreadEvents stream, by what happened to them and by their type. */
export const itemRules: Rules<LiveState> = {
  ...eachOf(TEXT_ITEMS, (type, emit) => ({
    ...beforeCompletion(type, metadata('the text comes whole in `item.completed`')),
    [`item.completed/${type}`]: mapped(
      type === 'reasoning' ? '`reasoning`' : '`message`',
      (item, state) => textEvents(item, state, emit),
    ),
  })),
  ...eachOf(callItems, (type, { call, result, isPartial }) => ({
    ...beforeCompletion(
      type,
      mapped('`tool_use`', (item, state: LiveState) =>
        state.calls.use(toolIdOf(item, state), call(item, state), isPartial?.(item)),
      ),
    ),
    [`item.completed/${type}`]: mapped(
      '`tool_result`, after `tool_use` where that is new',
      (item, state) =>
        state.calls.answer(toolIdOf(item, state), call(item, state), result(item, state)),
    ),
  })),
  ...beforeCompletion('todo_list', planRule('`plan`')),
  'item.completed/todo_list': planRule('`plan`, where it has changed'),
  ...beforeCompletion('error', metadata('the words come in `item.completed`')),
  'item.completed/error': mapped('`error` that is not fatal', (item, state) => {
    const words = wordsOf(item);
    return isRepeated(item, words, state) ? [] : warningEvents(words);
  }),
};

function planRule(becomes: string): Rule<LiveState> {
  return mapped(becomes, (item, state) => planEvents(item.items, state));
}

function textEvents(
  item: JsonObject,
  state: LiveState,
  emit: (text: string) => DragomanEvent,
): DragomanEvent[] | undefined {
  const text = textAt(item, 'text');
  if (text === undefined) return undefined;
  return text === '' || isRepeated(item, text, state) ? [] : [emit(text)];
}

/** True for what has been told under the same id in the same words. */
function isRepeated(item: JsonObject, text: string, { emittedTexts }: LiveState): boolean {
  const id = itemId(item);
  if (id === undefined) return false;
  const told = `${id} ${hash128(text)}`;
  if (emittedTexts.has(told)) return true;
  emittedTexts.add(told);
  return false;
}

function beforeCompletion(type: string, rule: Rule<LiveState>): Rules<LiveState> {
  return { [`item.started/${type}`]: rule, [`item.updated/${type}`]: rule };
}

function eachOf<Entry>(
  entries: Readonly<Record<string, Entry>>,
  rulesOf: (type: string, entry: Entry) => Rules<LiveState>,
): Rules<LiveState> {
  return Object.assign({}, ...Object.entries(entries).map(([type, entry]) => rulesOf(type, entry)));
}
