import { readFileSync } from 'node:fs';
import { recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { codexCoveragePage } from './coverage.js';

const fresh = codexCoveragePage(recordings().filter(({ agent }) => agent === 'codex'));

test('docs/agents/codex.md is what the rules, the gaps and the recordings say', () => {
  const path = new URL('../../../../docs/agents/codex.md', import.meta.url);
  const page = readFileSync(path, 'utf8');
  expect(page === fresh, 'docs/agents/codex.md is out of date: run `npm run docs`').toBe(true);
});

test('no cell of a table breaks its row', () => {
  let columns = 0;
  for (const row of fresh.split('\n')) {
    const cells = row.split(/(?<!\\)\|/).length;
    if (!row.startsWith('|')) columns = 0;
    else if (columns === 0) columns = cells;
    else expect(cells, row).toBe(columns);
  }
});
