import { expect, test } from 'vitest';
import { homeOf, workspaceOf } from './workspace-of.js';

test('finds the workspace where each agent tells it, and the home where its folders show', () => {
  expect(workspaceOf({ text: '<cwd>/tmp/a b</cwd>' })).toBe('/tmp/a b');
  expect(workspaceOf(['Working directory: /srv/x\nmore'])).toBe('/srv/x');
  expect(homeOf({ text: 'see /home/ada/.codex/skills' })).toBe('/home/ada');
  expect(homeOf({ text: 'see https://host/.codex' })).toBeUndefined();
});

test('an image in a request costs no more than its length', () => {
  // A search that starts over at each slash takes half a minute for this.
  const image = '+/'.repeat(4_000_000);
  expect(homeOf({ image })).toBeUndefined();
});
