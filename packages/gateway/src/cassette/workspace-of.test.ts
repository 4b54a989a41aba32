import { expect, test } from 'vitest';
import { folderMentions } from '../testing/folder-mentions.js';
import { homeOf, workspaceOf } from './workspace-of.js';

test('finds the workspace where an agent says it, and the home where its folders show', () => {
  expect(workspaceOf({ text: '<cwd>/tmp/a b</cwd>' }, folderMentions)).toBe('/tmp/a b');
  expect(workspaceOf(['Working directory: /srv/x\nmore'], folderMentions)).toBe('/srv/x');
  expect(homeOf({ text: 'see /home/ada/.codex/skills' }, folderMentions)).toBe('/home/ada');
  expect(homeOf({ text: 'see https://host/.codex' }, folderMentions)).toBeUndefined();
});

test('an image in a request costs no more than its length', () => {
  // A search that starts over at each slash takes half a minute for this.
  const image = '+/'.repeat(4_000_000);
  expect(homeOf({ image }, folderMentions)).toBeUndefined();
});
