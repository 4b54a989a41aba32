import { expect, test } from 'vitest';
import { createEventPiece } from './event-piece.js';
import { uiMessageForm } from './ui-message-form.js';

/** One chunk for each event, so that it shows what the mapper was given. */
const mapper = {
  push: ({ seq }: { readonly seq: number }) => [{ type: 'data', seq }],
  pause: () => [],
  isFinished: false,
};

const line = (seq: number) =>
  `{"type":"message","seq":${seq},"ts":"2026-01-01T00:00:00Z","role":"assistant","content":"x"}\n`;

test('a mapper sees all events, and its reader gets what comes after the cursor', () => {
  const { bytes, last } = uiMessageForm(mapper, 2);
  const written = new TextDecoder().decode(bytes(createEventPiece({ lines: [1, 2, 3].map(line) })));
  expect(written).toBe('data: {"type":"data","seq":3}\n\n');
  expect(last).toBe('data: [DONE]\n\n');
});
