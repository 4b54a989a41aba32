import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventSchemas } from '../event/dragoman-event.js';
import { parseEvent } from '../event/parse-event.js';
import { eventsPage, typeText } from './events-page.js';

test('docs/events.md is what the schemas say', () => {
  const page = readFileSync(new URL('../../../../docs/events.md', import.meta.url), 'utf8');
  expect(page === eventsPage(), 'docs/events.md is out of date: run `npm run docs`').toBe(true);
});

test('every event is on the page, with an example line that is valid', () => {
  const lines = eventsPage()
    .split('\n')
    .filter((line) => line.startsWith('{"type":'));
  const events = lines.map((line) => parseEvent(JSON.parse(line)));
  expect(events.map((parsed) => parsed.ok && parsed.event.type)).toEqual(Object.keys(eventSchemas));
});

test('no cell of a table breaks its row', () => {
  const rows = eventsPage()
    .split('\n')
    .filter((line) => line.startsWith('|'));
  for (const row of rows) expect(row.split('|'), row).toHaveLength(5);
});

test.each<[z.ZodType, string]>([
  [z.string(), 'string'],
  [z.number().nullable(), 'number or null'],
  [z.enum(['a', 'b']), '"a" or "b"'],
  [z.array(z.union([z.string(), z.number()])), '(string or number)[]'],
  [
    z.array(z.object({ path: z.string(), diff: z.string().optional() })),
    '{ path: string, diff?: string }[]',
  ],
  [z.unknown(), 'any'],
])('case %#: says it in a few words', (schema, expected) => {
  expect(typeText(z.toJSONSchema(schema))).toBe(expected);
});
