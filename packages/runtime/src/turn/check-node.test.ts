import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkNode } from './check-turn-workspace.js';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(homedir(), '.dragoman-node-')));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function nodeAt(path: string): string {
  const node = join(folder, path);
  mkdirSync(dirname(node), { recursive: true });
  writeFileSync(node, '');
  chmodSync(node, 0o755);
  return node;
}

test('no turn begins with a Node that lies in the workspace, or in packages', () => {
  const inWorkspace = nodeAt('workspace/bin/node');
  const workspace = join(folder, 'workspace');
  for (const node of [inWorkspace, nodeAt('other/node_modules/node/bin/node')]) {
    expect(() => checkNode(workspace, false, node)).toThrow(
      expect.objectContaining({
        code: 'program_untrusted',
        message: expect.stringContaining(node),
      }),
    );
  }
  checkNode(workspace, false, nodeAt('versions/22/bin/node'));
  checkNode(workspace, false);
});

test('one in a home folder that an agent may work in is kept from it, and may be used', () => {
  vi.stubEnv('HOME', folder);
  const node = nodeAt('versions/22/bin/node');
  checkNode(folder, true, node);
  expect(() => checkNode(folder, false, node)).toThrow();
});
