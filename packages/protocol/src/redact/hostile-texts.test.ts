import { expect, test } from 'vitest';
import { createRedactor } from './redactor.js';
import { createTextRedactor } from './text-redactor.js';

const MEGABYTE = 1024 * 1024;
// Reading again and again would take minutes.
const GENEROUS_MS = 20_000;

/** Texts that make a careless pattern read the same characters again and again. */
const UNITS = [
  'token=',
  'token: ',
  'password="\\\\\\\\',
  'sk-',
  'sk-.',
  'eyJ-',
  'eyJhbGci.',
  'eyJhbGciOiJIUzI1NiJ9.a.',
  '//a:',
  '//a:b',
  'Bearer ',
  'bearer\t \t ',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  'AKIA',
  'A',
  ' ',
  '-',
  '_',
  'xox',
  'secret-secret-secret',
  'é',
];

const redactor = createRedactor({ secrets: ['secret-secret-secret-secret-x'] });

test.each(UNITS)('a megabyte of %j takes linear time, whole and in pieces', (unit) => {
  const text = unit.repeat(Math.ceil(MEGABYTE / unit.length));
  const start = performance.now();
  const whole = redactor.text(text);
  const pieces = createTextRedactor(redactor.finder);
  let shown = '';
  for (let at = 0; at < text.length; at += 4096) shown += pieces.push(text.slice(at, at + 4096));
  shown += pieces.flush();
  expect(performance.now() - start).toBeLessThan(GENEROUS_MS);
  expect(whole.length).toBeLessThanOrEqual(text.length);
  expect(shown.length).toBeLessThanOrEqual(text.length);
});
