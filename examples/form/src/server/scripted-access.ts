import { defineScript } from '@dragoman/gateway';
import { callerServerName, type ModelAccess } from '@dragoman/runtime';
import { freeTables } from '../shared/free-tables.js';

type Action =
  | { readonly action: 'fill'; readonly fieldId: string; readonly value: string }
  | {
      readonly action: 'select';
      readonly fieldId: string;
      readonly value: string | readonly string[];
    }
  | { readonly action: 'click'; readonly fieldId: string };

const fill = (id: string, value: string): Action => ({
  action: 'fill',
  fieldId: `bt:${id}`,
  value,
});
const select = (id: string, value: string | readonly string[]): Action => ({
  action: 'select',
  fieldId: `bt:${id}`,
  value,
});
const click = (id: string): Action => ({ action: 'click', fieldId: `bt:${id}` });

const call = (tool: string, args: Record<string, unknown>) => ({
  mcp: { server: callerServerName, tool, arguments: args },
});
const look = (instruction: string) => call('getFormSnapshot', { instruction });
const act = (...actions: Action[]) => call('executeFormActions', { actions, fields: [] });

/** What a model does with the letter. Each step is one reply. */
const STEPS = [
  look('Book a tea tasting from a letter.'),
  call(freeTables.name, { date: '2030-05-18' }),
  act(
    fill('name', 'Ada Lovelace'),
    fill('email', 'ada@example.com'),
    fill('guests', '4'),
    fill('honour', 'Grace'),
  ),
  act(
    fill('date', '2030-05-18'),
    fill('time', '19:30'),
    fill('reminder', '2030-05-17T09:00'),
    select('room', 'Garden room'),
    select('seat', 'At the window'),
  ),
  act(
    select('tea', 'Darjeeling'),
    fill('strength', '4'),
    select('snack', 'Scones'),
    select('extras', ['Lemon', 'Honey']),
    fill('ribbon', '#2a5d9f'),
    click('music'),
  ),
  act(click('delivery')),
  // The tab has other fields than the page had before.
  look('See what a delivery needs.'),
  act(
    fill('address', '12 St James’s Square, London'),
    fill('card', 'With love, from all of us.'),
    fill('voucher', 'TEA-2030'),
    click('rules'),
  ),
  act(click('book')),
];

const SUMMARY =
  'The table is booked, for four people on 18 May 2030 at 19:30. I left the password and the picture to you.';

export interface Tempo {
  /** Milliseconds before each reply of the model. */
  readonly delay: number;
}

/** A model that fills the form in by a script: no key, no network. */
export function scriptedAccess(tempo: Tempo): ModelAccess {
  const script = defineScript({ steps: [...STEPS, { say: SUMMARY }] });
  return {
    kind: 'script',
    script: { ...script, steps: script.steps.map((step) => ({ ...step, ...tempo })) },
  };
}
