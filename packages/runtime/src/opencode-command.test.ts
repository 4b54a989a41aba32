import { readdir } from 'node:fs/promises';
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

function inOpencode(version: string, use: (place: Place) => Promise<void>): Promise<void> {
  return inPlace(`opencode@${version}`, gateway, use);
}

function sessionOf({ stdout }: Ran): string {
  return /"sessionID":"([^"]+)"/.exec(stdout)?.[1] ?? '';
}

describe.concurrent.each(['1.1.11', '1.18.33'])('the real opencode %s', (version) => {
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

  test('gets a prompt that is an option and a million characters long, whole', OPTIONS, () =>
    inOpencode(version, async ({ run }) => {
      const prompt = `--help ${'ä😀'.repeat(350_000)} End.`;
      const { requests } = await run({ prompt });
      expect(JSON.stringify(requests)).toContain(JSON.stringify(prompt).slice(1));
    }),
  );

  test('continues a session', OPTIONS, () =>
    inOpencode(version, async ({ run }) => {
      const first = await run({ prompt: 'Remember the plum.' });
      const second = await run({ prompt: 'And now?', resume: sessionOf(first) });
      expect(JSON.stringify(second.requests)).toContain('Remember the plum.');
      expect(sessionOf(second)).toBe(sessionOf(first));
    }),
  );

  test.each([
    ['plan', []],
    ['acceptEdits', ['made.txt']],
  ] as const)('asked for %s, changes %j', OPTIONS, (permission, made) =>
    inOpencode(version, async ({ run, workspace }) => {
      const file = { filePath: join(workspace, 'made.txt'), content: 'x' };
      const touch = { command: 'touch made-by-shell.txt', description: 'Touches a file' };
      const { exitCode, stdout, stderr } = await run({ permission }, [
        { tool: { name: 'bash', arguments: touch } },
        { tool: { name: 'write', arguments: file } },
        { say: 'So be it.' },
      ]);
      expect(exitCode, stderr).toBe(0);
      expect(stdout).toContain('So be it.');
      const names = await readdir(workspace);
      expect(names.filter((name) => name.startsWith('made'))).toEqual(made);
    }),
  );
});

test('opencode 1.18.33 forks, leaves no session, and speaks to other providers', OPTIONS, () =>
  inOpencode('1.18.33', async ({ run, home }) => {
    const gone = await run({ ephemeral: true, model: 'openai/gpt-5', reasoningEffort: 'high' });
    expect(gone.stdout, gone.stderr).toContain('Done.');
    expect(gone.requests).toContainEqual(
      expect.objectContaining({
        model: 'gpt-5',
        reasoning: expect.objectContaining({ effort: 'high' }),
      }),
    );
    const names = await readdir(join(home, '.local/share/opencode'));
    expect(names.filter((name) => name.includes('.db'))).toEqual([]);
    const google = await run({ model: 'google/gemini-2.5-pro' });
    expect(google.stdout, google.stderr).toContain('Done.');
    const second = await run({ prompt: 'And now?', fork: sessionOf(google) });
    expect(JSON.stringify(second.requests)).toContain('Do as the script says.');
    expect(sessionOf(second)).not.toBe(sessionOf(google));
  }),
);
