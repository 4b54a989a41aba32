import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { toolProgram, withDeafServer } from '../test-inputs/tool-servers.js';
import {
  type Asked,
  longPrompt,
  type Ran,
  type Tried,
  type TurnsFixture,
  tryToMake,
  withTurns,
} from '../test-inputs/with-turns.js';

const LATEST = '1.18.33';

function inOpencode(version: string, use: (fixture: TurnsFixture) => Promise<void>): Promise<void> {
  return withTurns(`opencode@${version}`, use);
}

function sessionOf({ stdout }: Ran): string {
  return /"sessionID":"([^"]+)"/.exec(stdout)?.[1] ?? '';
}

/** A turn whose model tries to change something, by command and by file, and what came of it. */
function tryOut(fixture: TurnsFixture, asked: Asked): Promise<Tried> {
  const touch = {
    command: 'touch made-by-shell.txt ../made-outside.txt',
    description: 'Touches a file',
  };
  const file = { filePath: join(fixture.workspace, 'made.txt'), content: 'x' };
  return tryToMake(fixture, asked, [
    { tool: { name: 'bash', arguments: touch } },
    { tool: { name: 'write', arguments: file } },
    { say: 'So be it.' },
  ]);
}

const VERSIONS = inject('isDeep') ? ['1.1.11', LATEST] : [LATEST];

// Each start of OpenCode takes seconds of a processor, so each turn serves several tests.
describe.each(VERSIONS)('the real opencode %s', (version) => {
  const isLatest = version === LATEST;
  let first: Tried;
  let second: Tried;
  let looking: Ran;
  let tokens: readonly (string | undefined)[];
  beforeAll(
    () =>
      withDeafServer((far) =>
        inOpencode(version, async (fixture) => {
          first = await tryOut(fixture, { prompt: 'Remember the plum.', permission: 'plan' });
          const session = sessionOf(first);
          looking = await fixture.run(
            {
              prompt: '- Look, "ä😀".',
              model: 'anthropic/claude-haiku-4-5',
              directAt: '/v1/',
              permission: 'bypass',
              images: ['picture.png', 'a b,(c).png'],
              mcpServers: {
                demo: await toolProgram(fixture.workspace, '$HOME {env:HOME} {file:x}', 'a "plum"'),
                far: { url: far.url, bearerToken: 'token "of" the {env:HOME} server' },
              },
              extraArgs: ['--print-logs'],
              ...(isLatest && { fork: session }),
            },
            [{ mcp: { server: 'demo', tool: 'word', arguments: {} } }, { say: 'Done.' }],
          );
          second = await tryOut(fixture, {
            prompt: longPrompt,
            resume: session,
            permission: 'acceptEdits',
            ...(isLatest && { model: 'google/gemini-2.5-pro' }),
          });
          tokens = [...far.seen];
        }),
      ),
    INSTALL_TIMEOUT_MS,
  );

  test('is given images, tool servers, a key and a model', () => {
    const { requests, stdout, exitCode, stderr } = looking;
    expect(exitCode, stderr + stdout).toBe(0);
    // What asks for a title may come first.
    const asked =
      requests.map((each) => JSON.stringify(each)).find((each) => each.includes('image/png')) ?? '';
    // Up to 1.1 there is an empty line before what comes by stdin.
    expect(asked).toMatch(/"text":"(\\n)?- Look, \\"ä😀\\"\."/);
    expect(asked.match(/"media_type":"image\/png"/g)).toHaveLength(2);
    expect(stdout).toContain(JSON.stringify('$HOME {env:HOME} {file:x} a "plum"').slice(1, -1));
    expect(tokens).toEqual(['Bearer token "of" the {env:HOME} server']);
  });

  test('gets a prompt that is an option and a million characters long, whole', () => {
    expect(JSON.stringify(second.requests)).toContain(JSON.stringify(longPrompt).slice(1));
  });

  test('continues the session', () => {
    expect(JSON.stringify(second.requests)).toContain('Remember the plum.');
    expect(sessionOf(second)).toBe(sessionOf(first));
  });

  test.each([
    ['plan', [], () => first],
    ['acceptEdits', ['made.txt'], () => second],
  ] as const)('asked for %s, changes %j', (_permission, made, turn) => {
    expect(turn().exitCode, turn().stderr).toBe(0);
    expect(turn().stdout).toContain('So be it.');
    expect(turn().made).toEqual(made);
  });

  if (isLatest) {
    test('goes on with another provider', () => {
      // As Gemini is asked.
      expect(second.requests.some((request) => 'contents' in request)).toBe(true);
      expect(second.stdout).toContain('So be it.');
    });

    test('forks a session', () => {
      expect(JSON.stringify(looking.requests)).toContain('Remember the plum.');
      expect(sessionOf(looking)).not.toBe(sessionOf(first));
    });
  }
});

describe(`the real opencode ${LATEST}, with another provider,`, () => {
  let gone: Tried;
  let databases: readonly string[];
  beforeAll(
    () =>
      inOpencode(LATEST, async (fixture) => {
        const other = { model: 'openai/gpt-5', reasoningEffort: 'high' } as const;
        gone = await tryOut(fixture, { ephemeral: true, ...other });
        const kept = await readdir(join(fixture.home, '.local/share/opencode'));
        databases = kept.filter((name) => name.includes('.db'));
      }),
    INSTALL_TIMEOUT_MS,
  );

  test('without a permission changes nothing, and goes on', () => {
    expect(gone.stdout, gone.stderr).toContain('So be it.');
    expect(gone).toMatchObject({ exitCode: 0, made: [] });
  });

  test('can leave no session', () => {
    expect(databases).toEqual([]);
  });

  test('thinks as asked', () => {
    expect(gone.requests).toContainEqual(
      expect.objectContaining({
        model: 'gpt-5',
        reasoning: expect.objectContaining({ effort: 'high' }),
      }),
    );
  });
});
