import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContainerSandboxes, createProcessSandboxes } from '@dragoman/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { turnRepository } from './turn-repository.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-turn-repository-')));
  for (const folder of ['.git', 'sub']) mkdirSync(join(root, folder));
});
afterEach(() => rmSync(root, { recursive: true }));

const rootFor = (kind: 'same' | 'moved', session?: { pathBase?: string }, asked: object = {}) =>
  turnRepository(asked, {
    workspace: join(root, 'sub'),
    provider: kind === 'moved' ? createContainerSandboxes() : createProcessSandboxes(),
    hidden: [],
    session,
  })?.root;

test('a new turn is shown its repository, unless that is hidden', () => {
  expect(rootFor('moved')).toBe(root);
  expect(rootFor('same', undefined, { repository: 'hide' })).toBeUndefined();
});

test('a session in a sandbox that moves paths goes on at the path where it began', () => {
  expect(rootFor('moved', {})).toBeUndefined();
  expect(rootFor('moved', { pathBase: root })).toBe(root);
  expect(rootFor('same', {})).toBe(root);
});
