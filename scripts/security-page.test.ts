import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attackTable } from '../bench/src/attacks/attack-table.js';
import { attacks } from '../bench/src/attacks/attacks.js';
import { withAttackTable } from './security-page.mjs';

test('docs/security.md promises what `npm run attacks` plays', () => {
  const page = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8');
  expect(page).toBe(withAttackTable(page, attackTable(attacks)));
});
