import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outcomeRules } from './outcome-rules.js';

const PAGE = '../../../../docs/decisions/012-one-table-for-the-outcome.md';

test('decision 012 lists the rules in the order in which they decide', () => {
  const page = readFileSync(new URL(PAGE, import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\d+\. (.*)$/gm)].map(([, name]) => name);
  expect(listed).toEqual(outcomeRules.map(({ name }) => name));
});
