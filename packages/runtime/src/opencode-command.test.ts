import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startScriptGateway } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolProgram, withDeafServer } from '../test-inputs/tool-servers.js';
import { type Asked, madeIn, type Place, type Ran, withTurns } from '../test-inputs/with-turns.js';

let gateway: Awaited<ReturnType<typeof startScriptGateway>>;
beforeAll(async () => {
  gateway = await startScriptGateway();
});
afterAll(() => gateway.close());

const OPTIONS = { timeout: INSTALL_TIMEOUT_MS };
const LATEST = '1.18.33';

/** An option, and a million characters. */
const LONG_PROMPT = `--help ${'ä😀'.repeat(350_000)} End.`;

function inOpencode(version: string, use: (place: Place) => Promise<void>): Promise<void> {
  return withTurns(`opencode@${version}`, gateway, use);
}

function sessionOf({ stdout }: Ran): string {
  return /"sessionID":"([^"]+)"/.exec(stdout)?.[1] ?? '';
}

interface Tried extends Ran {
  readonly made: readonly string[];
}

/** A turn whose model tries to change something, by command and by file, and what came of it. */
async function tryOut({ run, workspace }: Place, asked: Asked): Promise<Tried> {
  const touch = {
    command: 'touch made-by-shell.txt ../made-outside.txt',
    description: 'Touches a file',
  };
  const file = { filePath: join(workspace, 'made.txt'), content: 'x' };
  const ran = await run(asked, [
    { tool: { name: 'bash', arguments: touch } },
    { tool: { name: 'write', arguments: file } },
    { say: 'So be it.' },
  ]);
  return { ...ran, made: await madeIn(workspace) };
}

describe.concurrent.each(['1.1.11', LATEST])('the real opencode %s', (version) => {
  test('is given images, tool servers, a key and a model', OPTIONS, () =>
    withDeafServer((far) =>
      inOpencode(version, async ({ run, workspace }) => {
        const { requests, stdout, exitCode, stderr } = await run(
          {
            prompt: '- Look, "ä😀".',
            model: 'anthropic/claude-haiku-4-5',
            directAt: '/v1/',
            permission: 'bypass',
            images: ['picture.png', 'a b,(c).png'],
            mcpServers: {
              demo: await toolProgram(workspace, '$HOME {env:HOME} {file:x}', 'a "plum"'),
              far: { url: far.url, bearerToken: 'token "of" the {env:HOME} server' },
            },
            extraArgs: ['--print-logs'],
          },
          [{ mcp: { server: 'demo', tool: 'word', arguments: {} } }, { say: 'Done.' }],
        );
        expect(exitCode, stderr + stdout).toBe(0);
        // What asks for a title may come first.
        const asked =
          requests.map((each) => JSON.stringify(each)).find((each) => each.includes('image/png')) ??
          '';
        // Up to 1.1 there is an empty line before what comes by stdin.
        expect(asked).toMatch(/"text":"(\\n)?- Look, \\"ä😀\\"\."/);
        expect(asked.match(/"media_type":"image\/png"/g)).toHaveLength(2);
        expect(stdout).toContain(JSON.stringify('$HOME {env:HOME} {file:x} a "plum"').slice(1, -1));
        expect([...far.seen]).toEqual(['Bearer token "of" the {env:HOME} server']);
      }),
    ),
  );

  describe('in two turns of a session,', () => {
    let first: Tried;
    let second: Tried;
    beforeAll(
      () =>
        inOpencode(version, async (place) => {
          first = await tryOut(place, { prompt: 'Remember the plum.', permission: 'plan' });
          const resume = sessionOf(first);
          second = await tryOut(place, { prompt: LONG_PROMPT, resume, permission: 'acceptEdits' });
        }),
      INSTALL_TIMEOUT_MS,
    );

    test('gets a prompt that is an option and a million characters long, whole', () => {
      expect(JSON.stringify(second.requests)).toContain(JSON.stringify(LONG_PROMPT).slice(1));
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
  });
});

describe.concurrent(`the real opencode ${LATEST}`, () => {
  let gone: Tried;
  let databases: readonly string[];
  let google: Ran;
  let forked: Ran;
  beforeAll(
    () =>
      inOpencode(LATEST, async (place) => {
        const other = { model: 'openai/gpt-5', reasoningEffort: 'high' } as const;
        gone = await tryOut(place, { ephemeral: true, ...other });
        const kept = await readdir(join(place.home, '.local/share/opencode'));
        databases = kept.filter((name) => name.includes('.db'));
        google = await place.run({ model: 'google/gemini-2.5-pro' });
        forked = await place.run({ prompt: 'And now?', fork: sessionOf(google) });
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

  test('speaks to other providers, and thinks as asked', () => {
    expect(gone.requests).toContainEqual(
      expect.objectContaining({
        model: 'gpt-5',
        reasoning: expect.objectContaining({ effort: 'high' }),
      }),
    );
    expect(google.stdout, google.stderr).toContain('Done.');
  });

  test('forks a session', () => {
    expect(JSON.stringify(forked.requests)).toContain('Do as the script says.');
    expect(sessionOf(forked)).not.toBe(sessionOf(google));
  });
});
