import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportRisks } from './report-risks.js';

let workspace: string;
beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-risks-')));
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

const turn = () => ({ workspace, stateDirectory: join(workspace, 'state'), hidden: [] });

test('a flood of programs that are made harmless hides nothing else', async () => {
  const since = Date.now();
  for (let at = 0; at < 80; at += 1) {
    writeFileSync(join(workspace, `flood-${at}`), '');
    chmodSync(join(workspace, `flood-${at}`), 0o4644);
  }
  mkdirSync(join(workspace, '.vscode'));
  for (const path of ['Makefile', '.vscode/tasks.json']) writeFileSync(join(workspace, path), '');
  const event = await reportRisks(turn(), since);
  expect(event?.items.map(({ path }) => path.replace(/flood-.*/, 'flood'))).toEqual([
    '.vscode/tasks.json',
    ...Array(5).fill('flood'),
    'Makefile',
  ]);
  expect(event?.more).toBe(75);
});

test('a flood of what is worse hides nothing else', async () => {
  const since = Date.now();
  for (let at = 0; at < 80; at += 1)
    mkdirSync(join(workspace, `flood-${at}/.git`), { recursive: true });
  mkdirSync(join(workspace, '.vscode'));
  for (const path of ['Makefile', '.vscode/tasks.json']) writeFileSync(join(workspace, path), '');
  const event = await reportRisks(turn(), since);
  expect(event?.items).toHaveLength(50);
  expect(event?.items.slice(-2).map(({ path }) => path)).toEqual([
    '.vscode/tasks.json',
    'Makefile',
  ]);
  expect(event?.more).toBe(32);
});
