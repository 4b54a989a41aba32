import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TurnRequest } from '../agent-command.js';
import { configurationText, opencodeCommand } from './command.js';

const REQUEST: TurnRequest = {
  prompt: 'Say hello.',
  endpoint: { url: 'http://127.0.0.1:4711', token: 'turn-token' },
  cwd: '/workspace',
  home: '/home/agent',
  version: '1.18.33',
};

function commandFor(more: Partial<TurnRequest>) {
  return opencodeCommand({ ...REQUEST, ...more });
}

function configurationFor(more: Partial<TurnRequest>) {
  return JSON.parse(commandFor(more).env.OPENCODE_CONFIG_CONTENT ?? '');
}

test('ends with an option of one value, after files and what the caller adds', () => {
  const { args } = commandFor({ images: ['-a b.png'], extraArgs: ['--file', 'x', 'y'] });
  expect(args.slice(-6)).toEqual(['--file=-a b.png', '--file', 'x', 'y', '--format', 'json']);
});

test('names only new sessions', () => {
  expect(commandFor({}).args).toContain('--title');
  const { args } = commandFor({ fork: 'ses_a1' });
  expect(args).toEqual(expect.arrayContaining(['--session', 'ses_a1', '--fork']));
  expect(args).not.toContain('--title');
});

test.each([
  [undefined, 'anthropic', 'http://127.0.0.1:4711/v1'],
  ['openai/gpt-5', 'openai', 'http://127.0.0.1:4711/v1'],
  ['google/gemini-2.5-pro', 'google', 'http://127.0.0.1:4711/v1beta'],
])('%s is asked for at the gateway in the words of %s', (model, provider, baseURL) => {
  const configuration = configurationFor({ ...(model && { model }) });
  expect(configuration).toMatchObject({
    enabled_providers: [provider],
    provider: { [provider]: { options: { apiKey: 'turn-token', baseURL } } },
  });
});

test('reaches any provider with a key, if it is said where', () => {
  const model = 'mistral/large';
  const key = { apiKey: 'key' };
  const providerFor = (more: Partial<TurnRequest>) => configurationFor(more).provider;
  const [baseUrl, baseURL] = ['https://models.example.com/', 'https://models.example.com'];
  expect(providerFor({ model, endpoint: { ...key, baseUrl } })).toEqual({
    mistral: { options: { apiKey: 'key', baseURL } },
  });
  expect(providerFor({ endpoint: { ...key, baseUrl } })).toEqual({
    anthropic: { options: { apiKey: 'key', baseURL: `${baseURL}/v1` } },
  });
  expect(commandFor({ endpoint: key }).env.NO_PROXY).toContain('api.anthropic.com');
  expect(providerFor({ model, endpoint: key, proxy: 'http://127.0.0.1:9' })).toEqual({
    mistral: { options: { apiKey: 'key' } },
  });
  expect(() => commandFor({ model, endpoint: key })).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  );
});

test.each(['mistral/large', 'sonnet', '/sonnet', '', 'constructor/x'])(
  'refuses a model that no gateway speaks for: %j',
  (model) => {
    expect(() => commandFor({ model })).toThrow(
      expect.objectContaining({ code: 'unsupported_option' }),
    );
  },
);

test('plans with the agent that plans, and with no other', () => {
  const { args } = commandFor({ permission: 'plan' });
  expect(args[args.indexOf('--agent') + 1]).toBe('plan');
  expect(configurationFor({ permission: 'plan' }).permission).toMatchObject({
    '*': 'deny',
    read: { '*': 'allow' },
    edit: 'deny',
    bash: 'deny',
  });
  for (const permission of ['default', 'acceptEdits', 'bypass'] as const) {
    expect(commandFor({ permission }).args).not.toContain('--agent');
  }
  expect(commandFor({}).args).not.toContain('--agent');
});

test('offers no question that nobody would answer', () => {
  const { permission } = configurationFor({ permission: 'bypass' });
  // Of two that fit, the later counts.
  expect(Object.entries(permission ?? {}).slice(0, 2)).toEqual([
    ['*', 'allow'],
    ['question', 'deny'],
  ]);
  expect(configurationFor({}).permission).toMatchObject({ '*': 'deny' });
});

test('offers tools of servers where all is allowed, and nowhere else', () => {
  const mcpServers = { demo: { command: 'demo', args: ['x'], env: { A: 'b' } } };
  expect(configurationFor({ mcpServers, permission: 'bypass' })).toMatchObject({
    mcp: { demo: { type: 'local', command: ['demo', 'x'], environment: { A: 'b' } } },
    permission: { '*': 'allow' },
  });
  expect(configurationFor({ mcpServers, permission: 'acceptEdits' })).toMatchObject({
    permission: { '*': 'deny', edit: 'allow', bash: 'deny' },
  });
  const old = { mcpServers, version: '1.0.152' };
  expect(configurationFor({ ...old, permission: 'bypass' }).tools).toEqual({ 'demo_*': true });
  expect(configurationFor({ ...old, permission: 'acceptEdits' }).tools).toEqual({
    'demo_*': false,
  });
});

test('offers trusted tools in every posture, and waits for them as long as the request says', () => {
  const demo = { command: 'demo', trustedTools: ['word'], callTimeoutMs: 660_000 };
  const configuration = configurationFor({ mcpServers: { demo } });
  expect(configuration).toMatchObject({
    mcp: { demo: { timeout: 660_000 } },
    experimental: { mcp_timeout: 660_000 },
  });
  // Of two permissions that fit, the later counts.
  expect(Object.entries(configuration.permission).at(-1)).toEqual(['demo_word', 'allow']);
  expect(configuration.tools).toBeUndefined();
  const old = configurationFor({ mcpServers: { demo }, version: '1.0.152' });
  expect(old.tools).toEqual({ 'demo_*': false, demo_word: true });
  expect(old.experimental).toBeUndefined();
});

test('has no key or token in its arguments or files', () => {
  const far = { url: 'https://tools.example.com', bearerToken: 'server-token' };
  const { args, files } = commandFor({ mcpServers: { far }, endpoint: { apiKey: 'real-key' } });
  expect(JSON.stringify([args, files])).not.toMatch(/server-token|real-key/);
});

test('a configuration reads back as it was and has nothing that OpenCode takes for a variable or a file', () => {
  const words = fc.oneof(fc.string(), fc.constantFrom('{env:HOME}', '{file:~/.key}', '{{env:'));
  fc.assert(
    fc.property(fc.dictionary(words, fc.array(words)), (configuration) => {
      const text = configurationText(configuration);
      expect(text).not.toMatch(/\{env:|\{file:/);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(configuration)));
    }),
  );
});
