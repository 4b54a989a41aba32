import { expect, test } from 'vitest';
import type { TurnRequest } from '../agent-command.js';
import { geminiCommand } from './command.js';

const REQUEST: TurnRequest = {
  prompt: 'Say hello.',
  endpoint: { url: 'http://127.0.0.1:4711', token: 'turn-token' },
  cwd: '/workspace',
  home: '/home/agent',
  version: '0.61.0',
};
const invalid = expect.objectContaining({ code: 'invalid_request' });

function commandFor(more: Partial<TurnRequest>) {
  return geminiCommand({ ...REQUEST, ...more });
}

function settingsFor(more: Partial<TurnRequest>) {
  return JSON.parse(commandFor(more).files['.gemini/settings.json'] ?? '');
}

test('puts images after the prompt, with nothing in a path that could end it', () => {
  const images = ['a.png', '/workspace/b c/(d),é.png'];
  expect(commandFor({ images }).stdin).toBe('Say hello.\n\n@a.png\n@b\\ c/\\(d\\)\\,é.png');
});

test.each(['', '../a.png', 'a/../../b.png', '/elsewhere/a.png', 'a\nb.png'])(
  'refuses an image that it would leave out: %j',
  (image) => {
    expect(() => commandFor({ images: [image] })).toThrow(invalid);
  },
);

test('refuses a prompt that it would cut off', () => {
  expect(() => commandFor({ prompt: 'ä'.repeat(4 * 1024 * 1024) })).not.toThrow();
  expect(() => commandFor({ prompt: `${'ä'.repeat(4 * 1024 * 1024)}.` })).toThrow(
    expect.objectContaining({ code: 'prompt_too_long' }),
  );
});

test.each([
  [undefined, 'high', { thinkingBudget: 24_576 }],
  ['gemini-2.5-flash', 'none', { thinkingBudget: 0 }],
  ['gemini-3-pro-preview', 'minimal', { thinkingLevel: 'MINIMAL' }],
  ['auto', 'low', { thinkingLevel: 'LOW' }],
] as const)('%s thinks %s by %j', (model, reasoningEffort, thinkingConfig) => {
  const settings = settingsFor({ reasoningEffort, ...(model && { model }) });
  expect(settings.modelConfigs.customOverrides).toEqual([
    { match: { isChatModel: true }, modelConfig: { generateContentConfig: { thinkingConfig } } },
  ]);
});

test('refuses not to think to a model that always thinks', () => {
  const asked = { model: 'gemini-3-pro-preview', reasoningEffort: 'none' } as const;
  expect(() => commandFor(asked)).toThrow(invalid);
});

test('lets Gemini CLI remove no session', () => {
  expect(settingsFor({}).general.sessionRetention).toStrictEqual({ enabled: false });
});

test('counts attempts, of which there are ten at most', () => {
  expect(settingsFor({ retries: 0 }).general.maxAttempts).toBe(1);
  expect(settingsFor({}).general).not.toHaveProperty('maxAttempts');
  expect(() => commandFor({ retries: 10 })).toThrow(invalid);
});

test('switches updates off by the names that a version knows', () => {
  expect(settingsFor({}).general).toMatchObject({ enableAutoUpdate: false });
  expect(settingsFor({ version: '0.20.0' }).general).toMatchObject({ disableAutoUpdate: true });
});

test('gives no proxy to a version that would send the gateway through it', () => {
  expect(commandFor({ version: '0.43.0' }).env).not.toHaveProperty('HTTPS_PROXY');
  expect(commandFor({ version: '0.44.0' }).env).toHaveProperty('HTTPS_PROXY');
});

test("names the provider's own address, so that no file in the workspace can name another", () => {
  const endpoint = { apiKey: 'real-key' };
  expect(commandFor({ endpoint }).env).toMatchObject({
    GEMINI_API_KEY: 'real-key',
    GOOGLE_GEMINI_BASE_URL: 'https://generativelanguage.googleapis.com',
  });
  const other = { ...endpoint, baseUrl: 'https://models.example.com/v1beta' };
  expect(commandFor({ endpoint: other }).env.GOOGLE_GEMINI_BASE_URL).toBe(
    'https://models.example.com',
  );
});

test('keeps the tokens of tool servers in the environment', () => {
  const far = { url: 'https://tools.example.com', bearerToken: 'server-token' };
  const command = commandFor({ mcpServers: { far } });
  expect(JSON.stringify([command.args, command.files])).not.toContain('server-token');
  expect(settingsFor({ mcpServers: { far } }).mcpServers).toEqual({
    far: { httpUrl: far.url, headers: { Authorization: `Bearer \${DRAGOMAN_MCP_TOKEN_1}` } },
  });
  expect(command.env.DRAGOMAN_MCP_TOKEN_1).toBe('server-token');
});

test('trusts a server whose tools are trusted, also while it plans', () => {
  const demo = { command: 'demo', trustedTools: ['word'], callTimeoutMs: 660_000 };
  const mcpServers = { demo, other: { command: 'other' } };
  expect(settingsFor({ mcpServers }).mcpServers).toMatchObject({
    demo: { trust: true, timeout: 660_000 },
  });
  expect(settingsFor({ mcpServers }).mcpServers.other).toEqual({
    command: 'other',
    args: [],
    env: {},
  });
  const { files } = commandFor({ mcpServers });
  expect(files['.gemini/policies/dragoman.toml']).toBe(
    '[[rule]]\ntoolName = "*"\nmcpName = "demo"\ndecision = "allow"\npriority = 500\nmodes = ["plan"]\n',
  );
});

test.each<TurnRequest['mcpServers']>([
  { demo: { command: 'demo', args: ['$HOME'] } },
  { demo: { command: 'demo', env: { A: `\${HOME}` } } },
  { demo: { url: 'http://127.0.0.1', bearerToken: 'a$b' } },
])('refuses a tool server in which Gemini CLI would put a variable: %j', (mcpServers) => {
  expect(() => commandFor({ mcpServers: { ...mcpServers } })).toThrow(invalid);
  expect(() => commandFor({ mcpServers: { demo: { command: '$' } } })).not.toThrow();
});

test.each([
  ['default', 'default'],
  ['plan', 'plan'],
  ['acceptEdits', 'auto_edit'],
  ['bypass', 'yolo'],
] as const)('runs with the permission %s in the approval mode %s', (permission, mode) => {
  const { args } = commandFor({ permission });
  expect(args[args.indexOf('--approval-mode') + 1]).toBe(mode);
  expect(settingsFor({ permission }).experimental).toEqual(
    permission === 'plan' ? { plan: true } : undefined,
  );
});
