import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordings } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentNames } from './agents.js';
import { detectSession } from './detect-session.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-detect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(agentNames)('a file of %s is told by its first records', async (name) => {
  for (const view of ['live', 'saved'] as const) {
    const own = recordings().find(({ agent, view: seen }) => agent === name && seen === view);
    expect(await detectSession(own?.path ?? '')).toEqual({ agent: name, view });
  }
});

test('no more of a long file is read than it takes', async () => {
  const path = join(folder, 'long.jsonl');
  const noise = `${'noise '.repeat(1000)}\n`.repeat(1000);
  await writeFile(path, `${noise}{"type":"thread.started","thread_id":"t"}\n`);
  expect(await detectSession(path)).toBeUndefined();
});

test('a place in a database is told by its form, whether it is there or not', async () => {
  expect(await detectSession('/data/opencode/opencode.db#ses_1')).toEqual({
    agent: 'opencode',
    view: 'saved',
  });
});

test('a folder, and a file that is not there, are refused in clear words', async () => {
  await expect(detectSession(folder)).rejects.toThrow('is a folder');
  await expect(detectSession(join(folder, 'none'))).rejects.toThrow('There is no file');
});

test('ends when nobody wants to know any more', async () => {
  const path = recordings()[0]?.path ?? '';
  const signal = AbortSignal.abort('interrupted');
  await expect(detectSession(path, { signal })).rejects.toBe('interrupted');
});
