import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TurnRequest } from './agent-command.js';
import { agents } from './agents.js';
import { agentNames, pinnedAgents } from './pinned.js';

function requestFor(
  name: (typeof agentNames)[number],
  more: Partial<TurnRequest> = {},
): TurnRequest {
  return {
    prompt: 'Say hello.',
    endpoint: { url: 'http://127.0.0.1:4711', token: 'turn-token' },
    cwd: '/workspace',
    home: '/home/agent',
    version: pinnedAgents[name].version,
    ...more,
  };
}

describe.each(agentNames)('the command of %s', (name) => {
  const { command } = agents[name];

  test('gives the prompt on stdin and nowhere else, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), (prompt) => {
        const { stdin, ...rest } = command(requestFor(name, { prompt }));
        expect(stdin).toBe(prompt);
        expect(rest).toEqual({ ...command(requestFor(name)), stdin: undefined });
      }),
    );
  });

  test('keeps the token out of the arguments, which every user of the machine can see', () => {
    const { args, env } = command(requestFor(name));
    expect(args.join(' ')).not.toContain('turn-token');
    expect(Object.values(env)).toContain('turn-token');
  });

  test('takes nothing from the environment of this process', () => {
    process.env.ANTHROPIC_API_KEY_OF_TEST = 'ambient-secret';
    try {
      expect(JSON.stringify(command(requestFor(name)))).not.toContain('ambient-secret');
    } finally {
      delete process.env.ANTHROPIC_API_KEY_OF_TEST;
    }
  });

  test('leads all traffic but the gateway to a dead port', () => {
    const { env } = command(requestFor(name));
    for (const variable of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
      expect(env[variable]).toBe('http://127.0.0.1:1');
      expect(env[variable.toLowerCase()]).toBe('http://127.0.0.1:1');
    }
    expect(env.NO_PROXY).toContain('127.0.0.1');
  });

  test('keeps HOME and temporary files in the home it is given', () => {
    const { env, directories } = command(requestFor(name));
    expect(env.HOME).toBe('/home/agent');
    expect(env.TMPDIR).toBe('/home/agent/tmp');
    expect(directories).toContain('tmp');
  });

  test('is careful unless it is told to bypass', () => {
    const dangerous = /danger|bypass|yolo|IS_SANDBOX|\ballow\b/;
    expect(JSON.stringify(command(requestFor(name)))).not.toMatch(dangerous);
    expect(JSON.stringify(command(requestFor(name, { permission: 'default' })))).not.toMatch(
      dangerous,
    );
    expect(JSON.stringify(command(requestFor(name, { permission: 'bypass' })))).toMatch(dangerous);
  });

  test('passes on the model, the search path and the proxy', () => {
    const { args, env } = command(
      requestFor(name, {
        model: 'some/model',
        searchPath: '/opt/bin',
        proxy: 'http://127.0.0.1:9',
      }),
    );
    expect(args).toContain('some/model');
    expect(env.PATH).toBe('/opt/bin');
    expect(env.HTTPS_PROXY).toBe('http://127.0.0.1:9');
  });

  test.each(['', ' \n\t'])('refuses a prompt that says nothing: %j', (prompt) => {
    expect(() => command(requestFor(name, { prompt }))).toThrow(
      expect.objectContaining({ code: 'prompt_empty' }),
    );
  });

  test('takes options that ask for nothing as if they were not there', () => {
    const nothing = { images: [], extraArgs: [], mcpServers: {}, ephemeral: false, codex: {} };
    expect(command(requestFor(name, nothing))).toEqual(command(requestFor(name)));
  });
});

describe.each(['claude', 'gemini', 'opencode'] as const)('the command of %s', (name) => {
  const { command } = agents[name];
  const unsupported = expect.objectContaining({
    code: 'unsupported_option',
    message: expect.stringContaining(`${name} ${pinnedAgents[name].version}`),
  });

  test.each<Partial<TurnRequest>>([
    { resume: 'session' },
    { fork: 'session' },
    { ephemeral: true },
    { images: ['a.png'] },
    { outputSchema: { type: 'object' } },
    { reasoningEffort: 'high' },
    { mcpServers: { demo: { command: 'demo' } } },
    { extraArgs: ['--debug'] },
    { codex: { wireApi: 'chat' } },
    { permission: 'plan' },
    { permission: 'acceptEdits' },
    { endpoint: { apiKey: 'key' } },
  ])('refuses what it can not pass on: %j', (more) => {
    expect(() => command(requestFor(name, more))).toThrow(unsupported);
  });
});
