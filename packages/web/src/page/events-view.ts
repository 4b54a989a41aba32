import { element, setText } from './element.js';
import { whole } from './format.js';
import { jsonView } from './json-view.js';
import { previewOf } from './preview.js';
import type { SeenEvent } from './read-events.js';

export interface EventsView {
  readonly node: HTMLElement;
  /** More events are there, or the view has come into sight. */
  update(): void;
}

const ROW_PX = 28;
/** Rows beyond the edges, so that scrolling shows no gaps. */
const SPARE = 12;

/** All events, of which only those in sight are nodes; one of them is open beside the list. */
export function createEventsView(events: readonly SeenEvent[]): EventsView {
  const types = element('select', { 'aria-label': 'Type of event', change: choose });
  const count = element('span', { class: 'muted' });
  const rows = element('div', { class: 'event-rows' });
  const scroller = element(
    'div',
    {
      class: 'scroller event-list',
      tabindex: '0',
      role: 'listbox',
      'aria-label': 'Events',
      keydown: onKey,
    },
    rows,
  );
  const opened = element('div', { class: 'scroller event-open', tabindex: '0', hidden: true });
  const known = new Set<string>();
  /** Positions in `events` of what the filter lets through. */
  let shown: number[] = [];
  let read = 0;
  let type = '';
  let selected: SeenEvent | undefined;
  types.append(element('option', { value: '' }, 'All types'));
  scroller.addEventListener('scroll', draw, { passive: true });
  new ResizeObserver(draw).observe(scroller);

  function choose(): void {
    type = types.value;
    shown = [];
    read = 0;
    scroller.scrollTop = 0;
    update();
  }

  function update(): void {
    for (; read < events.length; read += 1) {
      const event = events[read];
      if (event === undefined) continue;
      if (!known.has(event.type)) {
        known.add(event.type);
        types.append(element('option', { value: event.type }, event.type));
      }
      if (type === '' || event.type === type) shown.push(read);
    }
    setText(count, `${whole(shown.length)} events`);
    draw();
  }

  function draw(): void {
    rows.style.height = `${shown.length * ROW_PX}px`;
    const first = Math.max(0, Math.floor(scroller.scrollTop / ROW_PX) - SPARE);
    const last = first + Math.ceil(scroller.clientHeight / ROW_PX) + 2 * SPARE;
    const start = Date.parse(events[0]?.ts ?? '');
    const drawn = shown.slice(first, last).flatMap((position, index) => {
      const event = events[position];
      return event === undefined ? [] : [rowOf(event, first + index, start)];
    });
    rows.replaceChildren(...drawn);
  }

  function rowOf(event: SeenEvent, index: number, start: number): HTMLElement {
    const at = (Date.parse(event.ts ?? '') - start) / 1000;
    const row = element(
      'div',
      {
        class: `event-row type-${isPlain(event.type) ? event.type : 'other'}`,
        role: 'option',
        id: `event-${event.seq}`,
        'aria-selected': String(event === selected),
        click: () => open(event),
      },
      element('span', { class: 'seq' }, String(event.seq)),
      element('span', { class: 'at' }, Number.isFinite(at) ? `${at.toFixed(1)} s` : ''),
      element('span', { class: 'type' }, event.type.slice(0, 30)),
      element('span', { class: 'preview' }, previewOf(event)),
    );
    row.style.top = `${index * ROW_PX}px`;
    return row;
  }

  function open(event: SeenEvent): void {
    selected = event;
    const title = element('h2', {}, `${event.type.slice(0, 30)} ${event.seq}`);
    const close = element('button', { type: 'button', class: 'quiet', click: shut }, 'Close');
    opened.replaceChildren(element('header', {}, title, close), jsonView(event));
    opened.hidden = false;
    scroller.setAttribute('aria-activedescendant', `event-${event.seq}`);
    draw();
  }

  function shut(): void {
    selected = undefined;
    opened.hidden = true;
    scroller.removeAttribute('aria-activedescendant');
    draw();
    scroller.focus();
  }

  const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

  function onKey(event: Event): void {
    if (!(event instanceof KeyboardEvent)) return;
    if (event.key === 'Escape') shut();
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const current = shown.findIndex((position) => events[position] === selected);
    const index = Math.min(Math.max(0, current + step), shown.length - 1);
    const next = events[shown[index] ?? -1];
    if (next === undefined) return;
    const top = index * ROW_PX;
    const { scrollTop, clientHeight } = scroller;
    if (top < scrollTop) scroller.scrollTop = top;
    else if (top + ROW_PX > scrollTop + clientHeight)
      scroller.scrollTop = top + ROW_PX - clientHeight;
    open(next);
  }

  const bar = element('div', { class: 'bar' }, types, count);
  const panes = element('div', { class: 'panes' }, scroller, opened);
  return { node: element('div', { class: 'events' }, bar, panes), update };
}

/** Whether a type may name a class. */
function isPlain(type: string): boolean {
  return /^[a-z_]{1,30}$/.test(type);
}
