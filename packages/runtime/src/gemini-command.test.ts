import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WrittenScript } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS, saidIn } from '@dragoman/testkit';
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
const LATEST = '0.61.0';

function inGemini(version: string, use: (fixture: TurnsFixture) => Promise<void>): Promise<void> {
  return withTurns(`gemini@${version}`, use);
}

function sessionOf({ stdout }: Ran): string {
  return /"session_id":"([^"]+)"/.exec(stdout)?.[1] ?? '';
}

/** A turn whose model tries to change something, by command and by file, and what came of it. */
function tryOut(
  fixture: TurnsFixture,
  asked: Asked,
  last: WrittenScript['steps'][number] = { say: 'So be it.' },
): Promise<Tried> {
  const command = 'touch made-by-shell.txt ../made-outside.txt';
  const file = { file_path: join(fixture.workspace, 'made.txt'), content: 'x' };
  return tryToMake(fixture, asked, [
    { tool: { name: 'run_shell_command', arguments: { command } } },
    { tool: { name: 'write_file', arguments: file } },
    last,
  ]);
}

const VERSIONS = inject('isDeep') ? ['0.20.0', LATEST] : [LATEST];

describe.concurrent.each(VERSIONS)('the real gemini %s', (version) => {
  test('is given images, tool servers, a key and a model', OPTIONS, () =>
    withDeafServer((far) =>
      inGemini(version, async ({ run, workspace }) => {
        await writeFile(join(workspace, '.env'), 'GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:1\n');
        const { requests, stdout, exitCode, stderr } = await run(
          {
            prompt: '- Look, "ä😀".',
            model: 'gemini-2.5-flash',
            directAt: '/v1beta/',
            permission: 'bypass',
            images: ['picture.png', join(workspace, 'a b,(c).png')],
            mcpServers: {
              demo: await toolProgram(workspace, '{env:HOME} $', 'a "plum"'),
              far: { url: far.url, bearerToken: 'token-of-the-server' },
            },
            extraArgs: ['--include-directories', '..'],
          },
          // 0.20 calls the tools of servers as these do.
          [{ tool: { name: version === '0.20.0' ? 'word' : 'mcp_demo_word' } }, { say: 'Done.' }],
        );
        expect(exitCode, stderr + stdout).toBe(0);
        const asked = JSON.stringify(requests[0]);
        expect(asked).toContain('- Look, \\"ä😀\\".');
        expect(asked.match(/"mimeType":"image\/png"/g)).toHaveLength(2);
        expect(stdout).toContain(JSON.stringify('{env:HOME} $ a "plum"').slice(1, -1));
        expect([...far.seen]).toEqual(['Bearer token-of-the-server']);
      }),
    ),
  );

  describe('in two turns of a session,', () => {
    let first: Tried;
    let second: Tried;
    beforeAll(
      () =>
        inGemini(version, async (fixture) => {
          const thinking = version === LATEST ? ({ reasoningEffort: 'low' } as const) : {};
          first = await tryOut(fixture, { prompt: 'Remember the plum.', ...thinking });
          const resume = sessionOf(first);
          second = await tryOut(fixture, {
            prompt: longPrompt,
            resume,
            permission: 'acceptEdits',
          });
        }),
      INSTALL_TIMEOUT_MS,
    );

    test('gets a prompt that is an option and a million characters long, whole', () => {
      // 0.20 puts empty lines after it.
      const prompt = JSON.stringify(longPrompt).slice(0, -1);
      expect(JSON.stringify(second.requests)).toContain(`"text":${prompt}`);
    });

    test('continues the session', () => {
      expect(JSON.stringify(second.requests)).toContain('Remember the plum.');
      expect(sessionOf(second)).toBe(sessionOf(first));
    });

    test('without a permission changes nothing, and goes on', () => {
      expect(saidIn(first.stdout), first.stderr).toContain('So be it.');
      expect(first).toMatchObject({ exitCode: 0, made: [] });
    });

    if (version === LATEST) {
      test('thinks by a budget where its model has no levels', () => {
        expect(first.requests[0]).toMatchObject({
          generationConfig: { thinkingConfig: { thinkingBudget: 1024 } },
        });
      });
    }

    test('asked for acceptEdits, edits and runs nothing', () => {
      expect(second).toMatchObject({ exitCode: 0, made: ['made.txt'] });
    });
  });
});

test(`gemini ${LATEST} plans, thinks by levels, and gives up at once`, OPTIONS, () =>
  inGemini(LATEST, async (fixture) => {
    const asked = { permission: 'plan', model: 'gemini-3-pro-preview', retries: 0 } as const;
    const refused = await tryOut(
      fixture,
      { ...asked, reasoningEffort: 'low' },
      { fault: { status: 500, message: 'Not today.' } },
    );
    expect(refused.requests).toHaveLength(3);
    expect(refused.stdout).toContain('Not today.');
    expect(refused.made).toEqual([]);
    expect(refused.requests[0]).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'LOW' } },
    });
  }),
);
