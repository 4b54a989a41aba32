import { expect, test } from 'vitest';
import { createRecentTexts } from './recent-texts.js';

test('a text is repeated under its id, until it is forgotten', () => {
  const texts = createRecentTexts();
  expect(texts.isRepeated('item_1', 'Done.')).toBe(false);
  expect(texts.isRepeated('item_1', 'Done.')).toBe(true);
  expect(texts.isRepeated('item_2', 'Done.')).toBe(false);
  expect(texts.isRepeated('item_1', 'Done!')).toBe(false);
  texts.clear();
  expect(texts.isRepeated('item_1', 'Done.')).toBe(false);
});

test('the last 64 texts are known, and no more of them', () => {
  const texts = createRecentTexts();
  const ids = Array.from({ length: 200 }, (_, index) => `item_${index}`);
  for (const id of ids) expect(texts.isRepeated(id, 'x')).toBe(false);
  for (const id of ids.slice(-64)) expect(texts.isRepeated(id, 'x')).toBe(true);
  expect(texts.isRepeated('item_135', 'x')).toBe(false);
});
