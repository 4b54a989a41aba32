import { expect, test } from 'vitest';
import { printEvent } from './print-event.js';

const marked = (format: unknown, text: string) => `<${format}>${text}`;

test.each([
  ['{"type":"item.completed","item":{"type":"agent_message"}}', 'green'],
  ['{"type":"item.started","item":{"type":"command_execution"}}', 'cyan'],
  ['{"type":"turn.failed","error":{}}', 'red'],
  ['{"type":"thread.started"}', 'dim'],
  ['not JSON', 'dim'],
  ['[1]', 'dim'],
])('shows %s in its colour and leaves it whole', (line, colour) => {
  expect(printEvent(line, marked)).toBe(`<${colour}>${line}\n`);
});
