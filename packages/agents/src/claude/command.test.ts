import { describe, expect, test } from 'vitest';
import type { TurnRequest } from '../agent-command.js';
import { claudeCommand, resumesSameSession } from './command.js';

const REQUEST: TurnRequest = {
  prompt: 'Say hello.',
  endpoint: { url: 'http://127.0.0.1:4711', token: 'turn-token' },
  cwd: '/workspace',
  home: '/home/agent',
  version: '2.1.197',
};
const SESSION = '0199a213-81c0-7800-8aa1-bbab2a035a53';
const invalid = expect.objectContaining({ code: 'invalid_request' });

function commandFor(more: Partial<TurnRequest>) {
  return claudeCommand({ ...REQUEST, ...more });
}

test('ends the options of the caller with one that takes no value', () => {
  const extraArgs = ['--allowedTools', 'Bash', 'Edit'];
  expect(commandFor({ extraArgs }).args.slice(-4)).toEqual([...extraArgs, '--verbose']);
});

test('bypasses permissions by name, and says that it is confined', () => {
  const { args, env } = commandFor({ permission: 'bypass' });
  expect(args.join(' ')).toContain('--permission-mode bypassPermissions');
  expect(env.IS_SANDBOX).toBe('1');
});

test('prints replies piece by piece unless asked not to, or too old', () => {
  const flag = '--include-partial-messages';
  expect(commandFor({}).args).toContain(flag);
  expect(commandFor({ claude: { partialMessages: false } }).args).not.toContain(flag);
  expect(commandFor({ version: '1.0.107' }).args).not.toContain(flag);
  expect(() => commandFor({ version: '1.0.107', claude: { partialMessages: true } })).toThrow(
    "claude 1.0.107 can't do `deltas`: it came with 1.0.108.",
  );
});

test('forks by name where it can, and by resuming where every resume is a fork', () => {
  const args = ['--resume', SESSION];
  expect(commandFor({ fork: SESSION }).args).toEqual(
    expect.arrayContaining([...args, '--fork-session']),
  );
  const older = commandFor({ fork: SESSION, version: '1.0.117' });
  expect(older.args).toEqual(expect.arrayContaining(args));
  expect(older.args).not.toContain('--fork-session');
});

test('makes one message of a prompt and its images', () => {
  const { stdin, args } = commandFor({ prompt: 'Look: "ä".', images: ['a.png', 'b.JPG'] });
  expect(args).toEqual(expect.arrayContaining(['--input-format', 'stream-json']));
  const pieces = typeof stdin === 'string' ? [stdin] : stdin;
  const files = pieces.filter((piece) => typeof piece !== 'string');
  expect(files).toEqual([{ base64Of: 'a.png' }, { base64Of: 'b.JPG' }]);
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : 'QUJD')).join('');
  expect(text.endsWith('\n')).toBe(true);
  const image = (media_type: string) => ({
    type: 'image',
    source: { type: 'base64', media_type, data: 'QUJD' },
  });
  expect(JSON.parse(text)).toMatchObject({
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'text', text: 'Look: "ä".' }, image('image/png'), image('image/jpeg')],
    },
  });
  expect(() => commandFor({ images: ['a.svg'] })).toThrow(invalid);
  expect(() => commandFor({ images: ['png'] })).toThrow(invalid);
});

describe('the address of the model', () => {
  test.each([
    [undefined, 'https://api.anthropic.com'],
    ['https://models.example.com/', 'https://models.example.com'],
    ['https://models.example.com/a/v1/', 'https://models.example.com/a'],
  ])('%s is %s for Claude Code, which adds the version', (baseUrl, expected) => {
    const endpoint = { apiKey: 'real-key', ...(baseUrl && { baseUrl }) };
    const { env, args } = commandFor({ endpoint });
    expect(env).toMatchObject({ ANTHROPIC_BASE_URL: expected, ANTHROPIC_API_KEY: 'real-key' });
    expect(env.NO_PROXY).toContain(new URL(expected).hostname);
    expect(args.join(' ')).not.toContain('real-key');
  });

  test('is a setting, too, which no workspace outdoes', () => {
    const settings = JSON.stringify({ env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:4711' } });
    expect(commandFor({}).args).toEqual(expect.arrayContaining(['--settings', settings]));
    expect(commandFor({ version: '1.0.68' }).args).not.toContain('--settings');
  });
});

test('names tool servers in a file, and their tokens nowhere but in the environment', () => {
  const { args, env, files } = commandFor({
    mcpServers: {
      demo: { command: 'demo', args: ['--x'], env: { A: 'b' } },
      far: { url: 'https://tools.example.com', bearerToken: 'server-token' },
    },
  });
  const [path = '', content = ''] = Object.entries(files)[0] ?? [];
  expect(args).toEqual(expect.arrayContaining(['--mcp-config', `/home/agent/${path}`]));
  expect(JSON.parse(content).mcpServers).toEqual({
    demo: { type: 'stdio', command: 'demo', args: ['--x'], env: { A: 'b' } },
    far: {
      type: 'http',
      url: 'https://tools.example.com',
      headers: { Authorization: `Bearer \${DRAGOMAN_MCP_TOKEN_2}` },
    },
  });
  expect(args.join(' ') + content).not.toContain('server-token');
  expect(env.DRAGOMAN_MCP_TOKEN_2).toBe('server-token');
});

test('allows trusted tools by name, and waits for their server', () => {
  const demo = {
    command: 'demo',
    trustedTools: ['word', 'number'],
    startTimeoutMs: 60_000,
    callTimeoutMs: 660_000,
  };
  const { args, env, files } = commandFor({ mcpServers: { demo, other: { command: 'other' } } });
  const allowed = 'mcp__demo__word,mcp__demo__number';
  expect(args).toEqual(expect.arrayContaining(['--allowedTools', allowed]));
  expect(env).toMatchObject({
    MCP_TIMEOUT: '60000',
    MCP_TOOL_TIMEOUT: '660000',
  });
  expect(JSON.parse(Object.values(files)[0] ?? '').mcpServers).toMatchObject({
    demo: { alwaysLoad: true },
  });
  const plain = commandFor({ mcpServers: { other: { command: 'other' } } });
  expect(plain.args).not.toContain('--allowedTools');
  expect(plain.env).not.toHaveProperty('MCP_TIMEOUT');
});

test.each<TurnRequest['mcpServers']>([
  { demo: { command: 'demo', args: [`\${HOME}`] } },
  { demo: { command: 'demo', env: { A: `\${HOME}` } } },
  { demo: { url: 'http://127.0.0.1', bearerToken: `\${HOME}` } },
])('refuses a tool server in which Claude Code would put a variable: %j', (mcpServers) => {
  expect(() => commandFor({ mcpServers: { ...mcpServers } })).toThrow(invalid);
});

test('from 1.0.124 on a resume goes on in the same session', () => {
  expect(['1.0.119', '1.0.123', '1.0.124'].map(resumesSameSession)).toEqual([false, false, true]);
});
