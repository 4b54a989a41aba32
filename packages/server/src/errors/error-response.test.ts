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

test('of a message that is too long the middle goes; 200,000 fields made one of 2.5 MB', () => {
  const echoed = '😀'.repeat(100_000);
  const { body, inner } = clientError(
    refusal('invalid_request', `There is no ${echoed}. Name another.`),
  );
  expect(body.message).toMatch(/^There is no 😀.* … .*😀\. Name another\.$/u);
  expect(body.message.length).toBeLessThan(2010);
  expect(body.message).not.toMatch(/\p{Surrogate}/u);
  expect(inner).toBeUndefined();
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
