import { expect, test } from 'vitest';
import { agents } from './agents.js';
import { turnModels } from './model-access.js';

test.each([
  ['codex', undefined, { firstOf: ['gpt-*', 'codex-*', 'o3*', 'o4-mini*'] }],
  ['codex', 'gpt-5', { allow: ['gpt-5'], firstOf: [] }],
  ['claude', 'opus', { firstOf: ['claude-*opus*'] }],
  ['claude', 'opusplan', { firstOf: ['claude-*opus*'] }],
  ['claude', 'sonnet[1m]', { firstOf: ['claude-*sonnet*'] }],
  ['claude', 'default', { firstOf: ['claude-*'] }],
  ['claude', 'claude-opus-4-8', { allow: ['claude-opus-4-8', 'claude-opus-4-8-20*'] }],
  ['gemini', 'gemini-2.5-pro', { allow: ['gemini-2.5-pro'], firstOf: ['gemini-*'] }],
  ['opencode', 'anthropic/claude-sonnet-4-5', { allow: ['claude-sonnet-4-5'], firstOf: [] }],
  ['opencode', 'router/vendor/model', { allow: ['vendor/model'] }],
] as const)(
  '%s with the model %s may ask for just that, and its small ones',
  (name, model, asked) => {
    const { models } = agents[name];
    const { allow, firstOf } = turnModels(models, model);
    expect(firstOf).toEqual('firstOf' in asked ? asked.firstOf : []);
    expect(allow).toEqual([...('allow' in asked ? asked.allow : []), ...models.small]);
  },
);

test.each([
  ['codex', undefined, undefined],
  ['codex', 'gpt-5', 'gpt-5'],
  ['claude', 'opus', undefined],
  ['claude', 'claude-opus-4-8[1m]', 'claude-opus-4-8'],
  ['gemini', 'pro', undefined],
  ['gemini', 'flash-lite', undefined],
  ['gemini', 'gemini-2.5-pro', 'gemini-2.5-pro'],
  ['gemini', 'mine', 'mine'],
  ['opencode', 'anthropic/claude-sonnet-4-5', 'claude-sonnet-4-5'],
] as const)(
  'of %s with the model %s it is known beforehand that it asks for %s',
  (name, model, own) => {
    expect(turnModels(agents[name].models, model).own).toBe(own);
  },
);
