import { mkdir, readdir, writeFile } from 'node:fs/promises';
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

const OPTIONS = { timeout: INSTALL_TIMEOUT_MS };
const LATEST = '2.1.197';

const SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
};

function inClaude(version: string, use: (fixture: TurnsFixture) => Promise<void>): Promise<void> {
  return withTurns(`claude@${version}`, use);
}

function sessionOf({ stdout }: Ran): string {
  return /"session_id":"([^"]+)"/.exec(stdout)?.[1] ?? '';
}

async function sessionFiles(home: string): Promise<string[]> {
  const names = await readdir(join(home, '.claude/projects'), { recursive: true }).catch(() => []);
  return names.filter((name) => /[0-9a-f-]{36}\.jsonl$/.test(name));
}

/** A turn whose model tries to change something, by command and by file, and what came of it. */
function tryOut(fixture: TurnsFixture, asked: Asked): Promise<Tried> {
  const write = { file_path: join(fixture.workspace, 'made.txt'), content: 'x' };
  return tryToMake(fixture, asked, [
    { run: 'touch ../made-outside.txt; curl http://127.0.0.1:1 > made-by-shell.txt' },
    { tool: { name: 'Write', arguments: write } },
    { say: 'So be it.' },
  ]);
}

const VERSIONS = inject('isDeep') ? ['1.0.100', LATEST] : [LATEST];

describe.concurrent.each(VERSIONS)('the real claude %s', (version) => {
  const resumesSameSession = version !== '1.0.100';

  test('is given images, tool servers, a key and a model', OPTIONS, () =>
    withDeafServer((far) =>
      inClaude(version, async ({ run, workspace }) => {
        const { requests, stdout, exitCode, stderr } = await run(
          {
            prompt: '- Look, "ä😀".',
            model: 'claude-sonnet-4-5',
            directAt: '/v1/',
            permission: 'bypass',
            images: ['picture.png', 'a b,(c).png'],
            mcpServers: {
              demo: await toolProgram(workspace, '$HOME {env:HOME}', 'a "plum"'),
              far: { url: far.url, bearerToken: 'token-of-the-server' },
            },
            extraArgs: ['--disallowedTools', 'WebFetch', 'WebSearch'],
          },
          [{ mcp: { server: 'demo', tool: 'word', arguments: {} } }, { say: 'Done.' }],
        );
        expect(exitCode, stderr + stdout).toBe(0);
        const asked = JSON.stringify(requests.filter(({ model }) => model === 'claude-sonnet-4-5'));
        expect(asked).toContain('"text":"- Look, \\"ä😀\\"."');
        expect(asked.match(/"media_type":"image\/png"/g)?.length).toBeGreaterThanOrEqual(2);
        expect(asked).not.toContain('"name":"WebFetch"');
        expect(stdout).toContain(JSON.stringify('$HOME {env:HOME} a "plum"').slice(1, -1));
        expect([...far.seen]).toEqual(['Bearer token-of-the-server']);
      }),
    ),
  );

  describe('in three turns,', () => {
    let first: Tried;
    let forked: Tried;
    let resumed: Tried;
    let files: readonly string[];
    beforeAll(
      () =>
        inClaude(version, async (fixture) => {
          first = await tryOut(fixture, { prompt: 'Remember the plum.' });
          const session = sessionOf(first);
          forked = await tryOut(fixture, { prompt: 'And?', fork: session, permission: 'plan' });
          resumed = await tryOut(fixture, {
            prompt: longPrompt,
            resume: session,
            permission: 'acceptEdits',
          });
          files = await sessionFiles(fixture.home);
        }),
      INSTALL_TIMEOUT_MS,
    );

    test('gets a prompt that is an option and a million characters long, whole', () => {
      const prompt = JSON.stringify(longPrompt);
      expect(JSON.stringify(resumed.requests)).toContain(`"text":${prompt}`);
    });

    test('continues the session', () => {
      expect(JSON.stringify(resumed.requests)).toContain('Remember the plum.');
      expect(sessionOf(resumed) === sessionOf(first)).toBe(resumesSameSession);
      expect(JSON.stringify(forked.requests)).toContain('Remember the plum.');
      expect(sessionOf(forked)).not.toBe(sessionOf(first));
      expect(files).toHaveLength(resumesSameSession ? 2 : 3);
    });

    test.each([
      ['no permission', [], () => first],
      ['plan', [], () => forked],
      ['acceptEdits', ['made.txt'], () => resumed],
    ] as const)('asked for %s, changes %j, and goes on', (_permission, made, turn) => {
      expect(turn().stdout, turn().stderr).toContain('So be it.');
      expect(turn()).toMatchObject({ exitCode: 0, made });
    });
  });

  test('stays at its endpoint and gives up at once, whatever the workspace says', OPTIONS, () =>
    inClaude(version, async ({ run, workspace }) => {
      await mkdir(join(workspace, '.claude'));
      const env = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' };
      await writeFile(join(workspace, '.claude/settings.json'), JSON.stringify({ env }));
      const { requests, exitCode, stdout } = await run({ retries: 0, model: 'sonnet' }, [
        { fault: { status: 500, message: 'Not today.' } },
      ]);
      expect(exitCode).toBe(1);
      expect(stdout).toContain('Not today.');
      expect(requests.filter(({ stream }) => stream === true)).toHaveLength(1);
    }),
  );
});

test(
  `claude ${LATEST} thinks as asked, answers by a schema, and can leave no session`,
  OPTIONS,
  () =>
    inClaude(LATEST, async ({ run, home }) => {
      const { requests, stdout } = await run(
        { reasoningEffort: 'low', outputSchema: SCHEMA, ephemeral: true },
        [{ tool: { name: 'StructuredOutput', arguments: { answer: 'plum' } } }, { say: 'Done.' }],
      );
      expect(requests[0]).toMatchObject({
        output_config: { effort: 'low' },
        tools: expect.arrayContaining([
          expect.objectContaining({ name: 'StructuredOutput', input_schema: SCHEMA }),
        ]),
      });
      expect(stdout).toContain('"structured_output":{"answer":"plum"}');
      expect(stdout).toContain('"content_block_delta"');
      expect(await sessionFiles(home)).toEqual([]);
      const plain = await run({ reasoningEffort: 'none', claude: { partialMessages: false } });
      expect(plain.requests[0]).toMatchObject({ thinking: { type: 'disabled' } });
      expect(plain.stdout).not.toContain('"stream_event"');
    }),
);
