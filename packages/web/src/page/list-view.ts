import type { TurnPage } from '@dragoman/protocol/http';
import { element, setText } from './element.js';
import { sleep } from './follow-turn.js';
import { createListFilters } from './list-filters.js';
import { hashOf, type ListQuery, queryOf } from './list-query.js';
import { type ServerClient, ServerError } from './server-client.js';
import { createTurnRow, openFirst, type TurnRow } from './turn-row.js';
import type { View } from './view.js';

export interface ListViewOptions {
  /** `state`, `conversation` and `before`, as the server takes them. */
  readonly query: URLSearchParams;
  /** Whether the server asks for a key, and so does the command that it shows. */
  readonly hasKey: boolean;
  readonly client: ServerClient;
  readonly signal: AbortSignal;
  /** The view is another part of the list now: its address, without a new view. */
  onAddress(hash: string): void;
  onFailure(error: unknown): void;
}

const PAGE = 30;
const POLL_MS = 2000;

/** Turns now and before, those at work first. It keeps itself up to date. */
export function createListView(options: ListViewOptions): View {
  const { query, hasKey, client, signal, onAddress, onFailure } = options;
  let asked: ListQuery = queryOf(query);
  let changed = new AbortController();
  const isFirst = () => asked.before === undefined;
  const rows = new Map<string, TurnRow>();
  const list = element('ol', { class: 'turns' });
  const empty = element('div', { class: 'empty', hidden: true });
  const status = element('div', { class: 'connection', role: 'status', hidden: true });
  const filters = createListFilters(asked, narrow, signal);
  const pages = element('nav', { class: 'pages', 'aria-label': 'Pages' });
  const node = element(
    'main',
    { class: 'list scroller' },
    element(
      'div',
      { class: 'column' },
      element('header', { class: 'list-head' }, element('h1', {}, 'Turns'), filters.node),
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
      changed = new AbortController();
      const round = AbortSignal.any([signal, changed.signal]);
      // Nobody looks at a tab in the background.
      if (document.visibilityState === 'visible') {
        try {
          const page = await load(round);
          if (round.aborted) continue;
          draw(page);
          status.hidden = true;
        } catch (error) {
          if (round.aborted) continue;
          const passes =
            error instanceof ServerError && (error.status === 0 || error.status >= 429);
          if (!passes) throw error;
          status.hidden = false;
          setText(status, `${error.message} Trying again …`);
        }
      }
      await sleep(POLL_MS, round);
    }
  }

  /** Shows other turns, at once. */
  function narrow(filter: ListQuery): void {
    asked = filter;
    onAddress(hashOf(asked));
    changed.abort();
  }

  /** Those at work may have begun long ago: on the first page they are asked for by their state. */
  async function load(round: AbortSignal): Promise<TurnPage> {
    const one = (extra: Readonly<Record<string, string>>) =>
      client.turns({ limit: String(PAGE), ...asked, ...extra }, round);
    if (!isFirst() || asked.state !== undefined) return one({});
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
    filters.suggest(turns.flatMap(({ conversation }) => conversation ?? []));
    drawEmpty(turns.length === 0);
    const links = [
      isFirst() ? undefined : element('a', { href: hashOf({ ...asked, before: '' }) }, '← Latest'),
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
    const words = isEmpty ? hashOf(asked) : '';
    empty.hidden = !isEmpty;
    // What is selected in it stays.
    if (empty.dataset.of === words) return;
    empty.dataset.of = words;
    empty.replaceChildren(...(isEmpty ? emptyParts() : []));
  }

  function emptyParts(): HTMLElement[] {
    if (asked.state !== undefined || asked.conversation !== undefined || !isFirst()) {
      return [element('p', {}, 'No such turns.'), element('a', { href: '#/' }, 'Show all')];
    }
    const key = hasKey ? ` -H "authorization: Bearer $KEY"` : '';
    const command = `curl -N ${new URL('v1/turns', document.baseURI)}${key} -H 'content-type: application/json' -d '{"prompt":"Say hello."}'`;
    return [
      element('h2', {}, 'No turns yet'),
      element('p', { class: 'muted' }, 'They appear here as soon as a client begins one:'),
      element('pre', { class: 'command', tabindex: '0' }, command),
    ];
  }

  return { node };
}
