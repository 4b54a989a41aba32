import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startScriptGateway } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolProgram, withDeafServer } from '../test-inputs/tool-servers.js';
import { inPlace, type Place, type Ran } from '../test-inputs/turns-in-place.js';

let gateway: Awaited<ReturnType<typeof startScriptGateway>>;
beforeAll(async () => {
  gateway = await startScriptGateway();
});
afterAll(() => gateway.close());

const OPTIONS = { timeout: INSTALL_TIMEOUT_MS };

function inGemini(version: string, use: (place: Place) => Promise<void>): Promise<void> {
  return inPlace(`gemini@${version}`, gateway, use);
}

function sessionOf({ stdout }: Ran): string {
  return /"session_id":"([^"]+)"/.exec(stdout)?.[1] ?? '';
}

describe.concurrent.each(['0.20.0', '0.61.0'])('the real gemini %s', (version) => {
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

  test('gets a prompt that is an option and a million characters long, whole', OPTIONS, () =>
    inGemini(version, async ({ run }) => {
      const prompt = `--help ${'ä😀'.repeat(350_000)} End.`;
      const { requests } = await run({ prompt });
      // 0.20 puts empty lines after it.
      expect(JSON.stringify(requests)).toContain(`"text":${JSON.stringify(prompt).slice(0, -1)}`);
    }),
  );

  test('continues a session', OPTIONS, () =>
    inGemini(version, async ({ run }) => {
      const first = await run({ prompt: 'Remember the plum.' });
      const second = await run({ prompt: 'And now?', resume: sessionOf(first) });
      expect(JSON.stringify(second.requests)).toContain('Remember the plum.');
      expect(sessionOf(second)).toBe(sessionOf(first));
    }),
  );

  test('asked for acceptEdits, edits and runs nothing', OPTIONS, () =>
    inGemini(version, async ({ run, workspace }) => {
      const { exitCode } = await run({ permission: 'acceptEdits' }, attempts(workspace));
      expect(exitCode).toBe(0);
      expect(await madeIn(workspace)).toEqual(['made.txt']);
    }),
  );
});

test('gemini 0.61.0 plans, thinks as asked, and gives up at once', OPTIONS, () =>
  inGemini('0.61.0', async ({ run, workspace }) => {
    const planned = await run({ permission: 'plan' }, attempts(workspace));
    expect(planned.exitCode, planned.stderr).toBe(0);
    expect(await madeIn(workspace)).toEqual([]);
    const byBudget = await run({ reasoningEffort: 'low' });
    expect(byBudget.requests[0]).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingBudget: 1024 } },
    });
    const byLevel = await run({ reasoningEffort: 'low', model: 'gemini-3-pro-preview' });
    expect(byLevel.requests[0]).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'LOW' } },
    });
    const refused = await run({ retries: 0 }, [{ fault: { status: 500, message: 'Not today.' } }]);
    expect(refused.requests).toHaveLength(1);
    expect(refused.stdout).toContain('Not today.');
  }),
);

function attempts(workspace: string) {
  const file = { file_path: join(workspace, 'made.txt'), content: 'x' };
  return [
    { tool: { name: 'run_shell_command', arguments: { command: 'touch made-by-shell.txt' } } },
    { tool: { name: 'write_file', arguments: file } },
    { say: 'Done.' },
  ];
}

async function madeIn(workspace: string): Promise<string[]> {
  return (await readdir(workspace)).filter((name) => name.startsWith('made'));
}
