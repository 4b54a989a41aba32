import { agents } from '@dragoman/agents';
import { expect, test } from 'vitest';
import { shortenMetadata } from './shorten-metadata.js';

const LONG = 'x'.repeat(5000);
const line = (type: string, payload: object) =>
  JSON.stringify({ timestamp: '2026-01-01T00:00:00.000Z', type, payload });
const shorten = (...lines: string[]) =>
  shortenMetadata(lines.join('\n'), agents.codex.interpreter.saved()).split('\n');

test('long texts go from what begins a session and from what is no part of it', () => {
  const begun = { id: 'a', cli_version: '0.166.0', base_instructions: { text: LONG } };
  const [meta, context] = shorten(
    line('session_meta', begun),
    line('turn_context', { model: 'm', user_instructions: `say "hi" \\ ${LONG}` }),
  );
  expect(meta).toBe(line('session_meta', { ...begun, base_instructions: { text: '(scrubbed)' } }));
  expect(context).toBe(line('turn_context', { model: 'm', user_instructions: '(scrubbed)' }));
});

test('long lists of such a record are cut, short ones stay', () => {
  const tool = { name: 'look', about: 'y'.repeat(900) };
  const [short] = shorten(line('world_state', { tools: Array(9).fill(tool) }));
  expect(JSON.parse(short ?? '')).toMatchObject({ payload: { tools: [tool, tool] } });
  const [same] = shorten(line('world_state', { tools: ['a', 'b', 'c'] }));
  expect(same).toBe(line('world_state', { tools: ['a', 'b', 'c'] }));
});

test('what was said stays whole, and so does what no rule or no parser reads', () => {
  const lines = [
    line('event_msg', { type: 'agent_message', message: LONG }),
    line('event_msg', { type: 'hologram', message: LONG }),
    `{"cut":"${LONG}`,
    '',
  ];
  expect(shorten(...lines)).toEqual(lines);
});
