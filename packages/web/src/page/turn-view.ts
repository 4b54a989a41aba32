import type { TurnResource } from '@dragoman/protocol/http';
import { createConversationView } from './conversation-view.js';
import { createDetailsView } from './details-view.js';
import { element, setText } from './element.js';
import { createEventsView } from './events-view.js';
import { type Connection, followTurn, untilAnswered } from './follow-turn.js';
import { duration, spent, whole } from './format.js';
import type { ServerClient } from './server-client.js';
import { firstWords, shownText } from './shown-text.js';
import { isOpen, stateBadge } from './state-badge.js';
import { createTurnModel } from './turn-model.js';
import type { View } from './view.js';

export interface TurnViewOptions {
  readonly id: string;
  readonly tab: string;
  readonly client: ServerClient;
  readonly signal: AbortSignal;
  onFailure(error: unknown): void;
}

const TABS = ['conversation', 'events', 'details'] as const;
/** Often enough to look alive, and seldom enough for a turn that writes a thousand events a second. */
const DRAW_MS = 80;

/** One turn: its conversation as it happens, its events, and what it used. */
export function createTurnView(options: TurnViewOptions): View {
  const { id, client, signal, onFailure } = options;
  const tab = TABS.find((name) => name === options.tab) ?? 'conversation';
  const model = createTurnModel();
  const conversation = createConversationView();
  const events = createEventsView(model.events);
  const details = createDetailsView();
  const title = element('h1', {}, '…');
  const facts = element('p', { class: 'muted facts' });
  const badge = element('span', { class: 'badge-slot' });
  const status = element('div', { class: 'connection', role: 'status', hidden: true });
  const gap = element('div', { class: 'connection', role: 'status', hidden: true });
  const unread = element('div', { class: 'connection', role: 'status', hidden: true });
  const tabs = TABS.map((name) => tabLink(id, name, name === tab));
  const panel = element('div', { class: 'panel' });
  const node = element(
    'main',
    { class: 'turn' },
    element('header', { class: 'turn-head' }, element('div', {}, badge, title), facts),
    element('nav', { class: 'tabs', 'aria-label': 'Views of the turn' }, ...tabs),
    status,
    gap,
    unread,
    panel,
  );
  let turn: TurnResource | undefined;
  let picture = model.picture();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clock = setInterval(drawHead, 1000);
  signal.addEventListener('abort', () => {
    clearInterval(clock);
    clearTimeout(timer);
  });
  panel.append({ conversation, events, details }[tab].node);
  void load().catch(onFailure);

  async function load(): Promise<void> {
    const ask = () => client.turn(id, signal);
    turn = await untilAnswered(ask, { onConnection: drawConnection, signal });
    draw();
    // Whoever opens a turn at work wants to see what happens; one that is over is read from its start.
    if (isOpen(turn.state)) conversation.followEnd();
    await followTurn({
      open: (after, ended) => client.events(id, after, ended),
      onEvents(more) {
        model.push(more);
        timer ??= setTimeout(draw, DRAW_MS);
      },
      onConnection: drawConnection,
      onGap(last) {
        gap.hidden = false;
        setText(gap, `The events up to ${whole(last)} are gone; the rest is here.`);
      },
      signal,
    });
  }

  function draw(): void {
    timer = undefined;
    if (turn === undefined || signal.aborted) return;
    picture = model.picture();
    drawHead();
    const count = tabs[1];
    if (count !== undefined) setText(count, `Events ${whole(model.events.length)}`);
    unread.hidden = picture.unread === 0;
    setText(unread, `${whole(picture.unread)} events can't be shown; the list of events has them.`);
    if (tab === 'events') events.update();
    else if (tab === 'conversation') conversation.update(picture);
    else details.update(turn, picture);
  }

  function drawHead(): void {
    if (turn === undefined) return;
    const { end, requests, transcript } = picture;
    const state = end?.status ?? (requests.length > 0 ? 'waiting' : turn.state);
    if (badge.textContent === '' || badge.dataset.state !== state) {
      badge.dataset.state = state;
      badge.replaceChildren(stateBadge(state));
    }
    const prompt = firstWords(turn.prompt ?? turn.turn_id, 200);
    setText(title, prompt);
    document.title = `${prompt} · Dragoman`;
    const began = Date.parse(turn.created_at);
    const last = end?.ts ?? (isOpen(state) ? undefined : turn.end?.ts);
    const ended = last === undefined ? Date.now() : Date.parse(last);
    const pieces = [
      shownText(transcript.session?.agent ?? turn.agent),
      turn.conversation === undefined ? '' : shownText(turn.conversation),
      duration(ended - began),
      spent(transcript.usage ?? turn.usage),
    ];
    setText(facts, pieces.filter((piece) => piece !== '').join(' · '));
  }

  function drawConnection(connection: Connection): void {
    node.dataset.connection = connection;
    status.hidden = connection !== 'lost';
    setText(status, connection === 'lost' ? 'The server does not answer. Trying again …' : '');
  }

  return { node };
}

function tabLink(id: string, name: string, isCurrent: boolean): HTMLElement {
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const suffix = name === 'conversation' ? '' : `/${name}`;
  const href = `#/turns/${encodeURIComponent(id)}${suffix}`;
  return element('a', { href, ...(isCurrent && { 'aria-current': 'page' }) }, label);
}
