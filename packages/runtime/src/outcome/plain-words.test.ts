import { expect, test } from 'vitest';
import { plainWords } from './plain-words.js';

test.each([
  [
    'unexpected status 401 Unauthorized: Wrong key., url: http://127.0.0.1:27000/v1/responses',
    'unexpected status 401 Unauthorized: Wrong key.',
  ],
  [
    'unexpected status 401: No., url: http://127.0.0.1:27000/v1/responses, request id: r1',
    'unexpected status 401: No., request id: r1',
  ],
  ['error sending request for url (http://127.0.0.1:27000/v1/responses)', 'error sending request'],
  ['[API Error: {"error":{"code":401,"message":"Wrong key.","status":"X"}}]', 'Wrong key.'],
  ['[API Error: {"error":{}}]', '[API Error: {"error":{}}]'],
  ['API Error: 400 Bad words', 'API Error: 400 Bad words'],
  ['see url: https://status.example/', 'see url: https://status.example/'],
])('%s', (words, plain) => {
  expect(plainWords(words)).toBe(plain);
});
