import { expect, test } from 'vitest';
import { chooseForm } from './choose-form.js';

const UI = 'text/vnd.ai-sdk.ui-message-stream';

test.each([
  [null, 'ndjson'],
  ['*/*', 'ndjson'],
  ['application/x-ndjson', 'ndjson'],
  ['application/problem+json', 'ndjson'],
  ['text/event-stream', 'sse'],
  ['TEXT/EVENT-STREAM; charset=utf-8', 'sse'],
  ['application/x-ndjson;q=0.5, text/event-stream', 'sse'],
  ['text/event-stream;q=0, */*;q=0.1', 'ndjson'],
  ['image/png, text/*', 'sse'],
  [`${UI}, text/event-stream;q=0.9`, 'uiMessages'],
] as const)('what accepts %s gets %s', (accept, form) => {
  expect(chooseForm(accept, { hasUiMessages: true })).toBe(form);
});

test('a form that this server has not is none', () => {
  const none = { hasUiMessages: false };
  expect(chooseForm(`${UI}, text/event-stream;q=0.9`, none)).toBe('sse');
  for (const accept of [UI, 'image/png', '*/*;q=0', '', 'constructor']) {
    expect(() => chooseForm(accept, none)).toThrowError(
      expect.objectContaining({ code: 'not_acceptable' }),
    );
  }
});
