import { eventSchemas, parseEvent, reduce } from '@dragoman/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printLine } from '../line.js';
import { renderConversation } from './render-conversation.js';

const HOSTILE = [
  '\u001b[2J',
  '\u001b]0;x\u0007',
  '\r',
  '\n',
  '\u009b',
  '\u202e',
  '\u0000',
  '\t',
  '漢',
  'a ',
];
const text = fc.string({ unit: fc.constantFrom(...HOSTILE), maxLength: 30 });
const value = fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom(...HOSTILE) });
const field = fc.oneof(text, value, fc.constantFrom('success', 'error', 'failed', 'update'));

const NAMES = ['Bash', 'Edit', 'TodoWrite', 'Task', 'mcp__a__b', '__proto__', 'toString'];
const source = { type: 'base64', data: 'AAAA', media_type: '\u001b[31m' };

/** Events whose every text is hostile; those that are no events are left out. */
const event = fc
  .record({
    type: fc.constantFrom(...Object.keys(eventSchemas)),
    role: fc.constantFrom('user', 'assistant', 'system'),
    content: text,
    synthetic: fc.option(text, { nil: undefined }),
    tool_id: fc.constantFrom('a', 'b'),
    tool_name: fc.oneof(fc.constantFrom(...NAMES), text),
    parameters: fc.dictionary(
      fc.constantFrom('command', 'changes', 'todos', 'file_path', 'old_string', 'new_string'),
      field,
    ),
    kind: fc.constantFrom('command', 'edit'),
    status: fc.constantFrom('success', 'error', 'failed', 'aborted'),
    output: fc.oneof(text, fc.constant([{ type: 'image', source }])),
    exit_code: fc.option(fc.integer(), { nil: undefined }),
    changes: fc.option(
      fc.array(fc.record({ path: text, kind: fc.constantFrom('add', 'update'), diff: text })),
      { nil: undefined },
    ),
    message: text,
    fatal: fc.boolean(),
    items: fc.array(fc.record({ text, status: fc.constantFrom('pending', 'completed') })),
    native: value,
  })
  .map((fields) => parseEvent(fields))
  .filter((parsed) => parsed.ok);

test('nothing an agent writes gets through to the terminal as anything but text', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 10 }),
      fc.record({
        columns: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
        full: fc.boolean(),
        all: fc.boolean(),
        cwd: fc.option(text, { nil: undefined }),
      }),
      (events, look) => {
        const { messages } = reduce(events.flatMap((one) => (one.ok ? [one.event] : [])));
        for (const line of renderConversation(messages, look)) {
          expect(printLine(line, (_format, part) => part)).not.toMatch(/[^\P{Cc}\t]|[\u202e]/u);
        }
      },
    ),
  );
});

test('a call with an input nested very deep, and an output of megabytes, are shown', () => {
  let input: Record<string, unknown> = {};
  for (let depth = 0; depth < 20_000; depth += 1) input = { input };
  const { messages } = reduce([
    { type: 'tool_use', tool_id: 'a', tool_name: 'deep', parameters: input, kind: 'other' },
    { type: 'tool_result', tool_id: 'a', status: 'success', output: 'x'.repeat(5_000_000) },
  ]);
  const lines = Array.from(renderConversation(messages, {}), (line) =>
    printLine(line, (_format, part) => part),
  );
  expect(lines.join('').length).toBeLessThan(3000);
});
