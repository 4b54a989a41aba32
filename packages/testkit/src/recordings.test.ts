import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordings } from './recordings.js';

test('finds every recording once, each with content', () => {
  const all = recordings();
  expect(all.length).toBeGreaterThan(200);
  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
  for (const recording of all) {
    expect(existsSync(recording.path), recording.path).toBe(true);
    expect(recording.version, recording.path).toMatch(/^\d+(\.\d+)+(-[\w.-]+)?$/);
  }
});

test('knows agent, version, scenario and view', () => {
  const found = recordings().filter(({ version, scenario }) => {
    return version === '0.166.0' && scenario === 'shell';
  });
  expect(found.map(({ agent, view }) => `${agent} ${view}`)).toEqual(['codex saved', 'codex live']);
  expect(new TextDecoder().decode(found[1]?.bytes())).toContain('"command_execution"');
});

test('has both views of every run', () => {
  const runs = (view: string) =>
    recordings()
      .filter((recording) => recording.view === view)
      .map(({ agent, version, scenario }) => `${agent}@${version} ${scenario}`);
  expect(runs('live')).toEqual(runs('saved'));
});
