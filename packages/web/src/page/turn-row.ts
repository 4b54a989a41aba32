import type { TurnResource } from '@dragoman/protocol/http';
import { element, setText } from './element.js';
import { ago, duration, spent } from './format.js';
import { hashOf } from './list-query.js';
import { firstWords, shownText } from './shown-text.js';
import { isOpen, stateLabel } from './state-badge.js';

/** Those at work first, each once. */
export function openFirst(turns: readonly TurnResource[]): TurnResource[] {
  const byId = new Map(turns.map((turn) => [turn.turn_id, turn]));
  const latest = [...byId.values()].sort((one, other) =>
    other.created_at.localeCompare(one.created_at),
  );
  return latest.sort((one, other) => Number(isOpen(other.state)) - Number(isOpen(one.state)));
}

/** A turn in the list. Its cells change in place, so that focus and selection stay. */
export interface TurnRow {
  readonly node: HTMLElement;
  update(turn: TurnResource, now: number): void;
}

export function createTurnRow(turn: TurnResource): TurnRow {
  const dot = element('span', { role: 'img' });
  const href = `#/turns/${encodeURIComponent(turn.turn_id)}`;
  const title = element('a', { class: 'title', href }, firstWords(turn.prompt ?? turn.turn_id));
  const state = element('span', { class: 'state' });
  const chat = turn.conversation;
  const conversation =
    chat === undefined
      ? undefined
      : element('a', { class: 'chip', href: hashOf({ conversation: chat }) }, shownText(chat));
  const when = element('span', { class: 'when' });
  const took = element('span', { class: 'figure' });
  const used = element('span', { class: 'figure used' });
  const agent = element('span', {}, shownText(turn.agent));
  const node = element(
    'li',
    {},
    dot,
    element('div', { class: 'what' }, title, element('p', {}, state, agent, conversation, when)),
    took,
    used,
  );
  return {
    node,
    update({ state: now, created_at, end, usage }, time) {
      dot.className = `dot ${now}`;
      dot.setAttribute('aria-label', stateLabel(now));
      setText(state, stateLabel(now));
      const began = Date.parse(created_at);
      setText(when, ago(began, time));
      when.title = new Date(began).toLocaleString();
      const ended = end?.ts === undefined ? time : Date.parse(end.ts);
      setText(took, end !== undefined && end.ts === undefined ? '' : duration(ended - began));
      setText(used, spent(usage));
    },
  };
}
