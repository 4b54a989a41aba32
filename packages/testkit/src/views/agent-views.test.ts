import { readFileSync } from 'node:fs';
import { agentNames } from '@dragoman/agents';
import { describe, expect, test } from 'vitest';
import { recordings } from '../recordings.js';
import { coveragePages } from './agent-views.js';

const pages = coveragePages(recordings());

describe.each(agentNames)('docs/agents/%s.md', (name) => {
  const fresh = pages.get(name) ?? '';

  test('is what the rules, the gaps and the recordings say', () => {
    const path = new URL(`../../../../docs/agents/${name}.md`, import.meta.url);
    const isFresh = readFileSync(path, 'utf8') === fresh;
    expect(isFresh, `docs/agents/${name}.md is out of date: run \`npm run docs\``).toBe(true);
  });

  test('has no cell that breaks its row', () => {
    let columns = 0;
    for (const row of fresh.split('\n')) {
      const cells = row.split(/(?<!\\)\|/).length;
      if (!row.startsWith('|')) columns = 0;
      else if (columns === 0) columns = cells;
      else expect(cells, row).toBe(columns);
    }
  });
});
