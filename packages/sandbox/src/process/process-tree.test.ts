import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createProcessTree, findMembers, findMembersSync, treeMarker } from './process-tree.js';

/** A process outside all groups and trees but its own, with this environment. */
async function sleeper(env: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn('/bin/sleep', ['300'], { detached: true, stdio: 'ignore', env });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await once(child, 'spawn');
  return child.pid ?? Number.NaN;
}

test('knows its members by group, parent and marker, and both looks agree', async () => {
  const root = await sleeper({});
  const marked = await sleeper(treeMarker('one'));
  const tree = createProcessTree(root, 'one');
  expect(new Set(await findMembers(tree))).toEqual(new Set([root, marked]));
  expect(findMembersSync(tree)).toEqual(await findMembers(tree));
});

test('leaves processes of other trees and of nobody alone', async () => {
  const root = await sleeper(treeMarker('one'));
  await sleeper(treeMarker('one-more'));
  await sleeper({});
  expect(await findMembers(createProcessTree(root, 'one'))).toEqual([root]);
});

test('does not take the later owner of a pid for the process that had it', async () => {
  const stranger = await sleeper({});
  const tree = createProcessTree(stranger, 'gone');
  tree.seen.set(stranger, 'an earlier start');
  expect(await findMembers(tree)).toEqual([]);
});
