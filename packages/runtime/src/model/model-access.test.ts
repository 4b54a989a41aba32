import { agentNames, agents } from '@dragoman/agents';
import { defineScript, type WrittenScript } from '@dragoman/gateway';
import { DragomanError } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { checkAccess, playedScript, resolveModelAccess } from './model-access.js';

test.each([
  [
    'codex',
    { CODEX_API_KEY: 'own', OPENAI_API_KEY: 'other', OPENAI_BASE_URL: 'http://127.0.0.1:9' },
    { key: 'own', baseUrl: 'http://127.0.0.1:9' },
  ],
  [
    'codex',
    { CODEX_API_KEY: '', OPENAI_API_KEY: 'openai' },
    { key: 'openai', baseUrl: 'https://api.openai.com/v1' },
  ],
  [
    'codex',
    { OPENAI_API_KEY: 'k', CODEX_BASE_URL: 'http://own', OPENAI_BASE_URL: 'http://other' },
    { key: 'k', baseUrl: 'http://own' },
  ],
  [
    'claude',
    { ANTHROPIC_API_KEY: 'a', ANTHROPIC_BASE_URL: '' },
    { key: 'a', baseUrl: 'https://api.anthropic.com' },
  ],
  [
    'gemini',
    { GEMINI_API_KEY: 'g', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:8' },
    { key: 'g', baseUrl: 'http://127.0.0.1:8' },
  ],
  ['opencode', { ANTHROPIC_API_KEY: 'a' }, { key: 'a', baseUrl: 'https://api.anthropic.com' }],
] as const)('finds the key of %s where people have it: %j', (agent, env, access) => {
  expect(resolveModelAccess({ agent, env })).toEqual({ kind: 'forward', ...access });
});

test('an address that is asked for wins over those of the environment', () => {
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://other' };
  expect(resolveModelAccess({ agent: 'codex', env, baseUrl: 'http://asked' }).baseUrl).toBe(
    'http://asked',
  );
});

test.each(agentNames)('without a key for %s it says which variables to set', (agent) => {
  const env = { GITHUB_TOKEN: 'of something else', CODEX_API_KEY: '', ANTHROPIC_API_KEY: '' };
  expect(() => resolveModelAccess({ agent, env })).toThrow(
    /set \w+_API_KEY( or \w+_API_KEY)?\.(?= |$)/,
  );
  const other = agents[agent].login && `dragoman login ${agent}`;
  expect(() => resolveModelAccess({ agent, env })).toThrow(other ?? /\.$/);
  expect(() => resolveModelAccess({ agent, env })).toThrow(
    expect.objectContaining({ code: 'key_missing' }),
  );
});

test("never takes another provider's key", () => {
  const env = { ANTHROPIC_API_KEY: 'a', GEMINI_API_KEY: 'g', OPENROUTER_API_KEY: 'o' };
  expect(() => resolveModelAccess({ agent: 'codex', env })).toThrow('CODEX_API_KEY');
});

test('a script is played as it is written, or as it was defined', () => {
  const written: WrittenScript = { steps: [{ say: 'Hello.' }] };
  const defined = defineScript(written);
  expect(playedScript(written)).toEqual(defined);
  expect(playedScript(defined)).toBe(defined);
  const detailed: WrittenScript = {
    name: 'detailed',
    aside: 'A title',
    usage: {},
    steps: [{ actions: [{ say: 'Hello.' }], usage: {}, delay: 0, pace: 1, times: 2 }],
  };
  expect(playedScript(detailed)).toEqual(defineScript(detailed));
});

test.each([
  ['the name of a file', 'tidy.yaml'],
  ['an unknown step', { steps: [{ sing: 'la' }] }],
  ['nothing', undefined],
])('a script that is %s is refused in words', (_what, script) => {
  // Callers without types can write anything.
  expect(() => playedScript(script as unknown as WrittenScript)).toThrow(DragomanError);
});

test('access of a kind that there is not is refused', () => {
  const access: unknown = { kind: 'telepathy' };
  expect(() => checkAccess(access as Parameters<typeof checkAccess>[0])).toThrow(/forward, script/);
  expect(() => checkAccess(undefined)).not.toThrow();
});
