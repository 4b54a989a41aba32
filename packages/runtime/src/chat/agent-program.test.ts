import { sandboxProviders } from '@dragoman/sandbox';
import { expect, test } from 'vitest';
import { chooseAgentSource } from './agent-program.js';

const { process: plain, container } = sandboxProviders();

test('an agent comes from the image where there is one, unless the installed one is asked for', () => {
  expect(chooseAgentSource(container, undefined)).toBe('image');
  expect(chooseAgentSource(container, 'cache')).toBe('cache');
  expect(chooseAgentSource(plain, undefined)).toBe('cache');
});

test('the image of a sandbox that has none is refused', () => {
  expect(() => chooseAgentSource(plain, 'image')).toThrow(/kind process has no image/);
});
