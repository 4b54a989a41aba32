import { expect, test } from 'vitest';
import { markdownOf } from './markdown.js';

test('a fence is longer than any in its text, of which there may be very many', () => {
  const text = '` '.repeat(200_000).concat('`````');
  const parts = [{ kind: 'output' as const, text }];
  const sections = [{ speaker: 'codex', isNested: false, parts }];
  const page = [...markdownOf({ title: 'x', facts: [], sections })].join('');
  expect(page).toContain(`\n\`\`\`\`\`\`\n${text}\n\`\`\`\`\`\`\n`);
});
