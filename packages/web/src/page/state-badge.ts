import type { TurnResource } from '@dragoman/protocol/http';
import { element } from './element.js';

export type TurnState = TurnResource['state'];

const LABELS: Readonly<Record<TurnState, string>> = {
  running: 'Running',
  waiting: 'Waiting',
  success: 'Succeeded',
  failed: 'Failed',
  timeout: 'Timed out',
  canceled: 'Canceled',
  stalled: 'Stalled',
  not_started: 'Not started',
};

export const turnStates = Object.keys(LABELS) as readonly TurnState[];

export function stateLabel(state: string): string {
  return Object.hasOwn(LABELS, state) ? LABELS[state as TurnState] : state;
}

/** Whether a turn is at work. */
export function isOpen(state: string): boolean {
  return state === 'running' || state === 'waiting';
}

/** How a turn stands: by its colour and in a word. */
export function stateBadge(state: string): HTMLElement {
  return element('span', { class: `badge ${state}` }, stateLabel(state));
}
