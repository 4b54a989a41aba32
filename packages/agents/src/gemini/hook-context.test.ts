import { expect, test } from 'vitest';
import { splitHookContext } from './hook-context.js';

test('what a hook says before a prompt is not the prompt', () => {
  expect(splitHookContext('<hook_context>a\nb</hook_context>\n\nbegin')).toEqual({
    context: '<hook_context>a\nb</hook_context>',
    prompt: 'begin',
  });
});

test('a prompt that only looks so is one', () => {
  const typed = ['<hook_context>a</hook_context>', '<hook_context>a', 'a <hook_context>', ''];
  for (const prompt of typed) expect(splitHookContext(prompt)).toEqual({ context: '', prompt });
});
