import { DragomanError } from '@dragoman/protocol';
import { errorCodes } from '@dragoman/protocol/http';
import { expect, test } from 'vitest';
import { clientError } from './error-response.js';
import { refusal } from './refusal.js';

const SECRET = 'There is none in /srv/secret.';

test.each(errorCodes)('what %s says about the machine is for the log alone', (code) => {
  const { body, inner } = clientError(new DragomanError(code, SECRET));
  expect(body).toEqual({
    ok: false,
    errorCode: code,
    message: expect.stringMatching(/^[A-Z].*\.$/),
  });
  expect(body.message).not.toContain('/srv');
  expect(inner).toBe(`${code}: ${SECRET}`);
});

test('a refusal is for the client, with its words', () => {
  const { body, inner } = clientError(refusal('turn_over', 'The turn has ended.'));
  expect([body.message, inner]).toEqual(['The turn has ended.', undefined]);
});

test('why something is refused is for the log alone', () => {
  const cause = new DragomanError('session_damaged', SECRET);
  const { body, inner } = clientError(
    refusal('session_unreadable', 'It can’t be read.', { cause }),
  );
  expect(JSON.stringify(body)).not.toContain('/srv');
  expect(inner).toBe(`session_damaged: ${SECRET}`);
});

test('who is refused for want of files is told when to come back, by headers too', () => {
  const lack = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  expect(clientError(lack).headers).toEqual({ 'retry-after': '5' });
});
