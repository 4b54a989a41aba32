import { expect, test } from 'vitest';
import type { Dialect } from '../contract.js';
import { forwardedQuery } from './forwarded-query.js';

const forwarded = (dialect: Dialect, query: string) =>
  forwardedQuery(new URL(`http://gateway/v1/x${query}`), dialect);

test.each<[Dialect, string]>([
  ['openai', '?api-version=2025-01-01-preview&client_version=0.58.0'],
  ['anthropic', '?after_id=msg_1&before_id=msg_2&beta=true&limit=20'],
  ['gemini', '?alt=sse&pageSize=50&pageToken=a.b%3D'],
  ['gemini', '?alt=json'],
])('%s: %s goes upstream as it is', (dialect, query) => {
  expect(forwarded(dialect, query)).toBe(query);
});

test.each<[Dialect, string]>([
  ['openai', '?key=sk-1&alt=sse'],
  ['openai', '?api-version=1%26key%3D2'],
  ['openai', '?client_version=1%202'],
  ['anthropic', '?beta=truest&beta=true'],
  ['anthropic', '?limit=1e9&after_id=a%20b&before_id=a%2Fb'],
  ['gemini', '?key=AIza'],
  ['gemini', '?alt=media'],
  ['gemini', '?alt=json%3Benum-encoding%3Dint'],
  ['gemini', '?alt=xsse&pageSize=-1&pageToken=a%20b'],
])('%s: nothing of %s goes upstream', (dialect, query) => {
  expect(forwarded(dialect, query)).toBe('');
});
