import type { DragomanEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createPartMapper } from '../mapping/part-mapper.js';
import { collectParts } from './collect-turn.js';

const said = { type: 'message', role: 'assistant', id: 'm' } as const;
const end = { type: 'end', status: 'success', exit_code: 0, signal: null, reason: null } as const;

/** The content of a whole answer that these events are. */
async function contentOf(...events: readonly DragomanEvent[]) {
  const mapper = createPartMapper();
  const parts = [...events, { ...end, usage: null }].flatMap((event) => mapper.push(event));
  return (await collectParts(ReadableStream.from(parts))).content;
}

test('a whole answer has a text that was replaced once, as it was said last', async () => {
  const texts = await contentOf(
    { type: 'message', role: 'assistant', content: 'First.' },
    { ...said, content: 'Hello', delta: true },
    { type: 'tool_use', tool_id: 't', tool_name: 'Bash', kind: 'command', parameters: {} },
    { ...said, content: ' there.', delta: true },
    { ...said, content: 'Hullo there.', delta: false, replaces: true },
    { ...said, content: 'Hi.', delta: false, replaces: true },
    { type: 'message', role: 'assistant', content: 'Last.' },
  );
  expect(texts.flatMap((part) => (part.type === 'text' ? part.text : []))).toEqual([
    'First.',
    'Hi.',
    'Last.',
  ]);
});

test('a text that is replaced by nothing is not in a whole answer', async () => {
  const replaced = { ...said, content: '', delta: false, replaces: true } as const;
  expect(await contentOf({ ...said, content: 'Hello.', delta: true }, replaced)).toEqual([]);
});
