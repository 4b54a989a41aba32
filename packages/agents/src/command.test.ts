import { DragomanError } from '@dragoman/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TurnRequest } from './agent-command.js';
import { type AgentName, agentNames, agents } from './agents.js';

const SESSION = '0199a213-81c0-7800-8aa1-bbab2a035a53';

/** What no careful command says. What `bypass` says instead, the test of each agent's command knows. */
const DANGEROUS = /danger|bypass|yolo|IS_SANDBOX|bash\W+allow/;

/** For each agent that has options which no other has, one of them. */
const OWN_OPTIONS: Readonly<Record<Extract<keyof TurnRequest, AgentName>, Partial<TurnRequest>>> = {
  claude: { claude: { partialMessages: true } },
  codex: { codex: { wireApi: 'chat' } },
};

function requestFor(name: AgentName, more: Partial<TurnRequest> = {}): TurnRequest {
  return {
    prompt: 'Say hello.',
    endpoint: { url: 'http://127.0.0.1:4711', token: 'turn-token' },
    cwd: '/workspace',
    home: '/home/agent',
    version: agents[name].version,
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
    expect(Object.values(env).join()).toContain('turn-token');
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

  test('is careful unless the permission is bypass', () => {
    const careful = command(requestFor(name));
    const free = command(requestFor(name, { permission: 'bypass' }));
    expect(command(requestFor(name, { permission: 'default' }))).toEqual(careful);
    expect(JSON.stringify(careful)).not.toMatch(DANGEROUS);
    expect(free).not.toEqual(careful);
  });

  test('passes on the model, the search path and the proxy', () => {
    const { args, env } = command(
      requestFor(name, {
        model: 'google/some-model',
        searchPath: '/opt/bin',
        proxy: 'http://127.0.0.1:9',
      }),
    );
    expect(args).toContain('google/some-model');
    expect(env.PATH).toBe('/opt/bin');
    expect(env.HTTPS_PROXY).toBe('http://127.0.0.1:9');
  });

  test.each(['', ' \n\t'])('refuses a prompt that says nothing: %j', (prompt) => {
    expect(() => command(requestFor(name, { prompt }))).toThrow(
      expect.objectContaining({ code: 'prompt_empty' }),
    );
  });

  test('takes options that ask for nothing as if they were not there', () => {
    const nothing = { images: [], extraArgs: [], mcpServers: {}, ephemeral: false };
    const own = Object.fromEntries(Object.keys(OWN_OPTIONS).map((option) => [option, {}]));
    expect(command(requestFor(name, { ...nothing, ...own }))).toEqual(command(requestFor(name)));
  });

  test("refuses the options of another agent, and none that isn't a whole number of retries", () => {
    for (const more of Object.values(OWN_OPTIONS).filter((options) => !(name in options))) {
      expect(() => command(requestFor(name, more))).toThrow(
        expect.objectContaining({ code: 'unsupported_option' }),
      );
    }
    if (!agents[name].abilities(agents[name].version).retries) return;
    for (const retries of [-1, 0.5, Number.NaN]) {
      expect(() => command(requestFor(name, { retries }))).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      );
    }
  });

  test('refuses words from outside that no agent knows', () => {
    const foreign: Partial<TurnRequest>[] = JSON.parse(
      '[{"permission":"constructor"},{"permission":"all"},{"reasoningEffort":"most"}]',
    );
    for (const more of foreign) {
      expect(() => command(requestFor(name, more))).toThrow(
        expect.objectContaining({ code: 'unsupported_option' }),
      );
    }
  });

  test.each<Partial<TurnRequest>>([
    { resume: '--last' },
    { resume: '' },
    { resume: 'latest file' },
    { fork: '-1' },
    { resume: SESSION, fork: SESSION },
    { mcpServers: { 'a.b': { command: 'x' } } },
    { mcpServers: { '': { command: 'x' } } },
  ])('refuses what the CLI would read as something else: %j', (more) => {
    expect(() => command(requestFor(name, more))).toThrow(
      expect.objectContaining({
        code: expect.stringMatching('invalid_request|unsupported_option'),
      }),
    );
  });

  test('whatever the request, gives a command or says why not', () => {
    const words = fc.string({ unit: 'binary' });
    const request = fc.record(
      {
        prompt: words,
        model: words,
        resume: words,
        images: fc.array(words),
        extraArgs: fc.array(words),
        outputSchema: fc.dictionary(words, words),
        mcpServers: fc.dictionary(words, fc.record({ command: words, args: fc.array(words) })),
        retries: fc.double(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(request, (more) => {
        try {
          command(requestFor(name, more));
        } catch (error) {
          expect(error).toBeInstanceOf(DragomanError);
        }
      }),
    );
  });
});
