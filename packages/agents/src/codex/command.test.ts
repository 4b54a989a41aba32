import { DragomanError } from '@dragoman/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { McpServer, Permission, TurnRequest } from '../agent-command.js';
import { codexCommand } from './command.js';

const REQUEST: TurnRequest = {
  prompt: 'Say hello.',
  endpoint: { url: 'http://127.0.0.1:4711', token: 'turn-token' },
  cwd: '/workspace',
  home: '/home/agent',
  version: '0.166.0',
};

function argsOf(more: Partial<TurnRequest>): readonly string[] {
  return codexCommand({ ...REQUEST, ...more }).args;
}

const invalid = expect.objectContaining({ code: 'invalid_request' });

test('puts all options before the subcommand, and the prompt on stdin', () => {
  const { args, stdin, files } = codexCommand({
    ...REQUEST,
    prompt: 'resume',
    model: 'gpt-5',
    permission: 'acceptEdits',
    resume: '019a',
    ephemeral: true,
    images: ['a b.png', '-c.png'],
    outputSchema: { type: 'object' },
    extraArgs: ['-i', 'more.png'],
  });
  const [schemaPath = '', schema] = Object.entries(files)[0] ?? [];
  expect(args.slice(0, 12)).toEqual([
    ...['exec', '--skip-git-repo-check', '--cd', '/workspace', '--sandbox', 'workspace-write'],
    ...['--model', 'gpt-5', '--ephemeral', '--output-schema', `/home/agent/${schemaPath}`],
    '--image=a b.png',
  ]);
  expect(args).toContain('--image=-c.png');
  expect(args.slice(-6)).toEqual(['-i', 'more.png', '--json', 'resume', '019a', '-']);
  expect(stdin).toBe('resume');
  expect(JSON.parse(schema ?? '')).toEqual({ type: 'object' });
});

test('asks for JSON once, by the earlier name where that is asked for', () => {
  const args = argsOf({ extraArgs: ['--experimental-json', '-i', 'more.png'] });
  expect(args.slice(-4)).toEqual(['-i', 'more.png', '--experimental-json', '-']);
  expect(args).not.toContain('--json');
});

test('gives turns with different schemas different files, so that they can share a HOME', () => {
  const fileOf = (type: string) =>
    Object.keys(codexCommand({ ...REQUEST, outputSchema: { type } }).files);
  expect(fileOf('object')).toEqual(fileOf('object'));
  expect(fileOf('object')).not.toEqual(fileOf('array'));
});

test('has no sandbox where the permission is bypass', () => {
  expect(argsOf({ permission: 'bypass' }).join(' ')).toContain('--sandbox danger-full-access');
});

test('goes around its sandbox by name only, never by way of a permission', () => {
  const flag = '--dangerously-bypass-approvals-and-sandbox';
  const codex = { dangerouslyBypassApprovalsAndSandbox: true };
  for (const permission of ['default', 'acceptEdits', 'bypass'] satisfies Permission[]) {
    expect(argsOf({ permission })).not.toContain(flag);
  }
  for (const args of [argsOf({ codex }), argsOf({ codex, permission: 'bypass' })]) {
    expect(args).toContain(flag);
    expect(args).not.toContain('--sandbox');
  }
  expect(() => argsOf({ codex, permission: 'default' })).toThrow(invalid);
});

test('lets the settings of a request win over its own', () => {
  const args = argsOf({ codex: { settings: { 'features.plugins': true, tools: { a: [1] } } } });
  const own = args.indexOf('features.plugins=false');
  expect(own).toBeGreaterThan(0);
  expect(args.indexOf('features.plugins=true')).toBeGreaterThan(own);
  expect(args).toContain('tools={ "a" = [1] }');
});

describe('a key', () => {
  const endpoint = { apiKey: 'real-key', baseUrl: 'https://api.example.com/v1/' };

  test('goes into the environment, its address into the settings', () => {
    const { args, env } = codexCommand({ ...REQUEST, endpoint });
    expect(args).toContain('model_providers.dragoman.base_url="https://api.example.com/v1"');
    expect(args).toContain('model_providers.dragoman.env_key="CODEX_API_KEY"');
    expect(env.CODEX_API_KEY).toBe('real-key');
    expect(env.NO_PROXY).toContain('api.example.com');
    expect(args.join(' ')).not.toContain('real-key');
  });

  test('without an address is for OpenAI', () => {
    const { args, env } = codexCommand({ ...REQUEST, endpoint: { apiKey: 'real-key' } });
    expect(args).toContain('model_providers.dragoman.base_url="https://api.openai.com/v1"');
    expect(env.NO_PROXY).toContain('api.openai.com');
  });

  test('for a tool server stays out of the arguments too', () => {
    const demo: McpServer = { url: 'https://tools.example.com', bearerToken: 'server-token' };
    const { args, env } = codexCommand({ ...REQUEST, mcpServers: { demo } });
    expect(args.join(' ')).not.toContain('server-token');
    expect(args).toContain(
      'mcp_servers.demo={ "url" = "https://tools.example.com", "bearer_token_env_var" = "DRAGOMAN_MCP_TOKEN_1" }',
    );
    expect(env.DRAGOMAN_MCP_TOKEN_1).toBe('server-token');
  });
});

test('approves trusted tools, waits for their server, and has them called directly', () => {
  const demo: McpServer = {
    command: 'demo',
    trustedTools: ['word'],
    parallel: true,
    startTimeoutMs: 60_000,
    callTimeoutMs: 660_000,
  };
  const direct = 'features.code_mode.direct_only_tool_namespaces=["mcp__demo"]';
  const args = argsOf({ mcpServers: { demo } });
  expect(args).toContain(direct);
  const [server = ''] = args.filter((arg) => arg.startsWith('mcp_servers.demo='));
  for (const setting of [
    '"startup_timeout_sec" = 60',
    '"required" = true',
    '"tool_timeout_sec" = 660',
    '"supports_parallel_tool_calls" = true',
    '"tools" = { "word" = { "approval_mode" = "approve" } }',
  ]) {
    expect(server).toContain(setting);
  }
  // Older ones take a feature for a yes or a no, and nothing else.
  expect(argsOf({ mcpServers: { demo }, version: '0.141.0' })).not.toContain(direct);
});

test.each<Partial<TurnRequest>>([
  { resume: '--last' },
  { resume: '' },
  { fork: 'two words' },
  { resume: 'a', fork: 'b' },
  { images: ['a,b.png'] },
  { images: [''] },
  { mcpServers: { 'a.b': { command: 'x' } } },
  { mcpServers: { '': { command: 'x' } } },
  { codex: { settings: { 'a=b': 1 } } },
  { codex: { settings: { 'a..b': 1 } } },
])('refuses what Codex would read as something else: %j', (more) => {
  expect(() => argsOf(more)).toThrow(invalid);
});

test('whatever the request, the arguments end with where the prompt comes from', () => {
  const words = fc.string({ unit: 'binary' });
  const request = fc.record(
    {
      model: words,
      resume: words,
      images: fc.array(words),
      extraArgs: fc.array(words),
      mcpServers: fc.dictionary(words, fc.record({ command: words, args: fc.array(words) })),
      codex: fc.record({ settings: fc.dictionary(words, fc.oneof(words, fc.double())) }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(request, (more) => {
      try {
        const args = argsOf(more);
        const tail =
          more.resume === undefined ? ['--json', '-'] : ['--json', 'resume', more.resume, '-'];
        expect(args.slice(-tail.length)).toEqual(tail);
      } catch (error) {
        expect(error).toBeInstanceOf(DragomanError);
      }
    }),
  );
});
