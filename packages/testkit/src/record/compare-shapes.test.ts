import { agents } from '@dragoman/agents';
import { expect, test } from 'vitest';
import type { Recording } from '../recordings.js';
import { compareShapes, cutExample } from './compare-shapes.js';
import { recordShapes } from './record-shapes.js';

function live(...records: readonly object[]): Recording {
  const bytes = () => Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const about = { agent: 'codex', version: '0.166.0', scenario: 'look', path: '' } as const;
  const turns = () => [{ bytes: bytes() }];
  return { ...about, view: 'live', bytes, turns, meta: () => ({}) };
}
const shapes = (...records: readonly object[]) =>
  recordShapes([live(...records)], agents.codex.interpreter);

const STARTED = { type: 'thread.started', thread_id: 'a' };

test('a type is what the rules call it, with the paths of its fields', () => {
  const all = shapes(
    STARTED,
    { type: 'item.completed', item: { id: 'i', type: 'agent_message', text: 'Hi.' } },
    { type: 'hologram', depth: [{ x: 1 }, { y: 2 }] },
  );
  expect([...all.keys()]).toEqual([
    'live thread.started',
    'live item.completed/agent_message',
    'live hologram',
  ]);
  expect([...(all.get('live hologram')?.fields.keys() ?? [])]).toEqual([
    'type',
    'depth',
    'depth[]',
    'depth[].x',
    'depth[].y',
  ]);
  expect(all.get('live hologram')).toMatchObject({ disposition: 'unknown', unknown: 1, count: 1 });
});

test('names that are data are one field', () => {
  const { fields } = shapes({
    type: 'hologram',
    byId: { '01a1e0ae-c64f': 1, '/workspace/a.txt': 2, 'claude-opus-5-5': 3 },
  }).get('live hologram') ?? { fields: new Map() };
  expect([...fields.keys()]).toEqual(['type', 'byId', 'byId.*']);
});

test('of an object that is new only itself is listed, with what it holds', () => {
  const known = shapes({ ...STARTED, old: { a: 1 } });
  const fresh = shapes({ ...STARTED, old: { b: 2 }, extra: { deep: { er: 1 }, list: [1] } });
  const { newFields, goneFields, newTypes, goneTypes } = compareShapes(fresh, known);
  expect(newFields).toMatchObject([
    {
      view: 'live',
      native: 'thread.started',
      fields: [
        { path: 'old.b', example: 2 },
        { path: 'extra', example: { deep: { er: 1 }, list: [1] } },
      ],
    },
  ]);
  expect(goneFields).toMatchObject([{ fields: [{ path: 'old.a' }] }]);
  expect([newTypes, goneTypes]).toEqual([[], []]);
});

test('types that only one version has are named', () => {
  const { newTypes, goneTypes, newFields } = compareShapes(
    shapes(STARTED, { type: 'hologram' }),
    shapes(STARTED, { type: 'turn.started' }),
  );
  expect(newTypes.map(({ native }) => native)).toEqual(['hologram']);
  expect(goneTypes.map(({ native }) => native)).toEqual(['turn.started']);
  expect(newFields).toEqual([]);
});

test('an example is cut short', () => {
  expect(cutExample('short')).toBe('"short"');
  expect(cutExample('x'.repeat(100))).toHaveLength(61);
});
