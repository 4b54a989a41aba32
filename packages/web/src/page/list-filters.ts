import { element } from './element.js';
import type { ListQuery } from './list-query.js';
import { stateLabel, turnStates } from './state-badge.js';

/** What narrows the list. */
export interface ListFilters {
  readonly node: HTMLElement;
  /** Names of conversations that may be meant. */
  suggest(conversations: readonly string[]): void;
}

/** A name is looked for when nobody has typed for so long. */
const TYPING_MS = 300;
const MOST_NAMES = 50;
const NAMES = 'conversations';

/** A choice of states, and the name of a conversation. Each takes effect as soon as it is chosen or typed. */
export function createListFilters(
  { state: chosen, conversation: named = '' }: ListQuery,
  onChange: (query: ListQuery) => void,
  signal: AbortSignal,
): ListFilters {
  const options = [element('option', { value: '' }, 'All states')];
  for (const state of turnStates) {
    const isSelected = chosen === state;
    options.push(element('option', { value: state, selected: isSelected }, stateLabel(state)));
  }
  const state = element('select', { 'aria-label': 'State', change: apply }, ...options);
  const names = element('datalist', { id: NAMES });
  const conversation = element('input', {
    type: 'search',
    placeholder: 'Conversation',
    'aria-label': 'Conversation',
    list: NAMES,
    autocomplete: 'off',
    value: named,
    input: applySoon,
    change: apply,
  });
  const known = new Set<string>();
  let applied = queryNow();
  let typing: ReturnType<typeof setTimeout> | undefined;
  // Who leaves the view while typing must not be brought back to it.
  signal.addEventListener('abort', () => clearTimeout(typing));

  function queryNow(): ListQuery {
    const name = conversation.value.trim();
    return {
      ...(state.value !== '' && { state: state.value }),
      ...(name !== '' && { conversation: name }),
    };
  }

  function applySoon(): void {
    clearTimeout(typing);
    typing = setTimeout(apply, TYPING_MS);
  }

  function apply(): void {
    clearTimeout(typing);
    // A field that is removed while somebody types in it has changed, too, for some browsers.
    if (signal.aborted) return;
    const query = queryNow();
    if (query.state === applied.state && query.conversation === applied.conversation) return;
    applied = query;
    onChange(query);
  }

  return {
    node: element('div', { class: 'filters' }, state, conversation, names),
    suggest(conversations) {
      const before = known.size;
      for (const name of conversations) if (known.size < MOST_NAMES) known.add(name);
      if (known.size === before) return;
      names.replaceChildren(...[...known].map((value) => element('option', { value })));
    },
  };
}
