import type { TurnPage } from '@dragoman/protocol/http';
import { element, setText } from './element.js';
import { sleep } from './follow-turn.js';
import { hashOf, queryOf } from './list-query.js';
import { type ServerClient, ServerError } from './server-client.js';
import { stateLabel, turnStates } from './state-badge.js';
import { createTurnRow, openFirst, type TurnRow } from './turn-row.js';
import type { View } from './view.js';

export interface ListViewOptions {
  /** `state`, `conversation` and `before`, as the server takes them. */
  readonly query: URLSearchParams;
  /** Whether the server asks for a key, and so does the command that it shows. */
  readonly hasKey: boolean;
  readonly client: ServerClient;
  readonly signal: AbortSignal;
  go(hash: string): void;
  onFailure(error: unknown): void;
}

const PAGE = 30;
const POLL_MS = 2000;

/** Turns now and before, those at work first. It keeps itself up to date. */
export function createListView(options: ListViewOptions): View {
  const { query, hasKey, client, signal, go, onFailure } = options;
  const asked = queryOf(query);
  const isFirst = asked.before === undefined;
  const rows = new Map<string, TurnRow>();
  const list = element('ol', { class: 'turns' });
  const empty = element('div', { class: 'empty', hidden: true });
  const status = element('div', { class: 'connection', role: 'status', hidden: true });
  const pages = element('nav', { class: 'pages', 'aria-label': 'Pages' });
  const node = element(
    'main',
    { class: 'list scroller' },
    element(
      'div',
      { class: 'column' },
      element('header', { class: 'list-head' }, element('h1', {}, 'Turns'), filters()),
      status,
      list,
      empty,
      pages,
    ),
  );
  document.title = 'Turns · Dragoman';
  void keepUpToDate().catch(onFailure);

  async function keepUpToDate(): Promise<void> {
    while (!signal.aborted) {
      // Nobody looks at a tab in the background.
      if (document.visibilityState === 'visible') {
        try {
          const page = await load();
          if (signal.aborted) return;
          draw(page);
          status.hidden = true;
        } catch (error) {
          if (signal.aborted) return;
          const passes =
            error instanceof ServerError && (error.status === 0 || error.status >= 429);
          if (!passes) throw error;
          status.hidden = false;
          setText(status, `${error.message} Trying again …`);
        }
      }
      await sleep(POLL_MS, signal);
    }
  }

  /** Those at work may have begun long ago: on the first page they are asked for by their state. */
  async function load(): Promise<TurnPage> {
    const one = (extra: Readonly<Record<string, string>>) =>
      client.turns({ limit: String(PAGE), ...asked, ...extra }, signal);
    if (!isFirst || asked.state !== undefined) return one({});
    const [all, ...open] = await Promise.all([
      one({}),
      one({ state: 'running', limit: '100' }),
      one({ state: 'waiting', limit: '100' }),
    ]);
    return { ...all, turns: openFirst([...open.flatMap(({ turns }) => turns), ...all.turns]) };
  }

  function draw({ turns, next }: TurnPage): void {
    const now = Date.now();
    const ids = new Set(turns.map(({ turn_id }) => turn_id));
    for (const [id, row] of rows) {
      if (ids.has(id)) continue;
      row.node.remove();
      rows.delete(id);
    }
    turns.forEach((turn, index) => {
      const row = rows.get(turn.turn_id) ?? createTurnRow(turn);
      rows.set(turn.turn_id, row);
      row.update(turn, now);
      if (list.children[index] !== row.node)
        list.insertBefore(row.node, list.children[index] ?? null);
    });
    drawEmpty(turns.length === 0);
    const links = [
      isFirst ? undefined : element('a', { href: hashOf({ ...asked, before: '' }) }, '← Latest'),
      next === undefined
        ? undefined
        : element('a', { href: hashOf({ ...asked, before: next }) }, 'Older →'),
    ].filter((link) => link !== undefined);
    if (pages.childElementCount !== links.length || links.some(isNew))
      pages.replaceChildren(...links);
  }

  function isNew(link: HTMLAnchorElement, index: number): boolean {
    return pages.children[index]?.getAttribute('href') !== link.getAttribute('href');
  }

  function drawEmpty(isEmpty: boolean): void {
    empty.hidden = !isEmpty;
    if (!isEmpty || empty.childElementCount > 0) return;
    const isFiltered = asked.state !== undefined || asked.conversation !== undefined;
    if (isFiltered || !isFirst) {
      empty.append(element('p', {}, 'No such turns.'), element('a', { href: '#/' }, 'Show all'));
      return;
    }
    const key = hasKey ? ` -H "authorization: Bearer $KEY"` : '';
    const command = `curl -N ${new URL('v1/turns', document.baseURI)}${key} -H 'content-type: application/json' -d '{"prompt":"Say hello."}'`;
    empty.append(
      element('h2', {}, 'No turns yet'),
      element('p', { class: 'muted' }, 'They appear here as soon as a client begins one:'),
      element('pre', { class: 'command', tabindex: '0' }, command),
    );
  }

  function filters(): HTMLElement {
    const options = [element('option', { value: '' }, 'All states')];
    for (const state of turnStates) {
      const isSelected = asked.state === state;
      options.push(element('option', { value: state, selected: isSelected }, stateLabel(state)));
    }
    const state = element('select', { 'aria-label': 'State', change: apply }, ...options);
    const conversation = element('input', {
      type: 'search',
      placeholder: 'Conversation',
      'aria-label': 'Conversation',
      value: asked.conversation ?? '',
      change: apply,
    });
    function apply(): void {
      go(hashOf({ state: state.value, conversation: conversation.value.trim() }));
    }
    return element('div', { class: 'filters' }, state, conversation);
  }

  return { node };
}
