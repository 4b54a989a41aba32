import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WrittenScript } from '@dragoman/gateway';
import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { INSTALL_TIMEOUT_MS, saidIn } from '@dragoman/testkit';
import { describe, expect, inject, test } from 'vitest';
import { type Asked, madeIn, type Ran, withTurns } from '../test-inputs/with-turns.js';

const SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
};

/** What a turn asked its model and said, and the session files there are after it. */
interface CodexRan extends Ran {
  readonly rollouts: readonly (readonly JsonObject[])[];
}

interface CodexFixture {
  readonly workspace: string;
  run(asked?: Asked, steps?: WrittenScript['steps']): Promise<CodexRan>;
}

/** A home and a workspace in which turns of one version run, one after the other, to a good end. */
function inCodex(version: string, use: (fixture: CodexFixture) => Promise<void>): Promise<void> {
  return withTurns(`codex@${version}`, ({ home, workspace, run }) =>
    use({
      workspace,
      async run(asked, steps) {
        const ran = await run(asked, steps);
        expect(ran.exitCode, ran.stderr + ran.stdout).toBe(0);
        return { ...ran, rollouts: await readRollouts(home) };
      },
    }),
  );
}

async function readRollouts(home: string): Promise<JsonObject[][]> {
  const sessions = join(home, '.codex/sessions');
  const names = await readdir(sessions, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith('.jsonl'));
  return Promise.all(
    files.map(async (name) => {
      const lines = (await readFile(join(sessions, name), 'utf8')).trim().split('\n');
      return lines.map((line) => JSON.parse(line));
    }),
  );
}

function threadOf({ stdout }: Ran): string {
  return /"thread_id":"([^"]+)"/.exec(stdout)?.[1] ?? '';
}

const VERSIONS = inject('isDeep') ? ['0.58.0', '0.166.0'] : ['0.166.0'];

describe.concurrent.each(VERSIONS)('the real codex %s', (version) => {
  const options = { timeout: INSTALL_TIMEOUT_MS };

  test('asks the model by name, with effort, schema and images', options, () =>
    inCodex(version, async ({ run }) => {
      const { requests, stdout } = await run({
        model: 'gpt-5-codex',
        reasoningEffort: 'high',
        codex: { reasoningSummary: 'detailed' },
        outputSchema: SCHEMA,
        images: ['picture.png', 'picture.png'],
      });
      expect(requests).toEqual([
        expect.objectContaining({
          model: 'gpt-5-codex',
          reasoning: expect.objectContaining({ effort: 'high', summary: 'detailed' }),
          text: expect.objectContaining({
            format: expect.objectContaining({ type: 'json_schema', schema: SCHEMA }),
          }),
        }),
      ]);
      const asked = JSON.stringify(requests[0]?.input);
      expect(asked.match(/"input_image"/g)).toHaveLength(2);
      expect(asked).not.toContain('could not read');
      expect(saidIn(stdout)).toContain('Done.');
    }),
  );

  test.each([
    ['that looks like an option', '--help'],
    ['that looks like a subcommand', 'resume'],
    ['of a million characters', `Begin. ${'ä😀'.repeat(500_000)} End.`],
  ])('gets a prompt %s whole', options, (_, prompt) =>
    inCodex(version, async ({ run }) => {
      const { requests } = await run({ prompt });
      expect(JSON.stringify(requests[0]?.input)).toContain(`"text":${JSON.stringify(prompt)}`);
    }),
  );

  test('resumes a session, with new options, in the same file', options, () =>
    inCodex(version, async ({ run }) => {
      const first = await run({ prompt: 'Remember the plum.' });
      const second = await run({
        prompt: '-- And now?',
        resume: threadOf(first),
        model: 'gpt-5-codex',
        images: ['picture.png'],
        outputSchema: SCHEMA,
        permission: 'acceptEdits',
        extraArgs: ['--color', 'never'],
      });
      expect(threadOf(second)).toBe(threadOf(first));
      expect(second.rollouts).toHaveLength(1);
      expect(second.rollouts[0]?.slice(0, first.rollouts[0]?.length)).toEqual(first.rollouts[0]);
      expect(second.requests[0]).toMatchObject({
        model: 'gpt-5-codex',
        text: { format: { schema: SCHEMA } },
      });
      const asked = JSON.stringify(second.requests[0]?.input);
      for (const part of ['Remember the plum.', '-- And now?', '"input_image"']) {
        expect(asked).toContain(part);
      }
      expect(JSON.stringify(second.rollouts[0]?.slice(first.rollouts[0]?.length))).toContain(
        'workspace-write',
      );
    }),
  );

  test.each<[Asked, posture: string, made: string[]]>([
    [{}, 'read-only', []],
    [{ permission: 'acceptEdits' }, 'workspace-write', ['made']],
    [{ permission: 'bypass' }, 'danger-full-access', ['made']],
    [{ codex: { dangerouslyBypassApprovalsAndSandbox: true } }, 'danger-full-access', ['made']],
  ])('asked for %j, is in the posture %s and asks nobody', options, (asked, posture, made) =>
    inCodex(version, async ({ run, workspace }) => {
      const { rollouts } = await run(asked, [{ run: 'touch made' }, { say: 'Done.' }]);
      expect((await readdir(workspace)).sort()).toEqual(['a b,(c).png', ...made, 'picture.png']);
      const contexts = rollouts.flat().filter(({ type }) => type === 'turn_context');
      expect(contexts.length).toBeGreaterThan(0);
      for (const { payload } of contexts) {
        expect(payload).toMatchObject({ cwd: workspace, approval_policy: 'never' });
        const { sandbox_policy: policy } = isJsonObject(payload) ? payload : {};
        expect(Object.values(isJsonObject(policy) ? policy : {})).toContain(posture);
      }
    }),
  );

  test('without a permission writes nothing, neither in its workspace nor beside it', options, () =>
    inCodex(version, async ({ run, workspace }) => {
      const { stdout } = await run({}, [
        { run: 'touch made-by-shell.txt' },
        { run: 'touch ../made-beside.txt' },
        { patch: [{ add: 'made.txt', content: 'x\n' }] },
        { patch: [{ add: '../made-beside-too.txt', content: 'x\n' }] },
        { say: 'So be it.' },
      ]);
      expect(saidIn(stdout)).toContain('So be it.');
      expect(await madeIn(workspace)).toEqual([]);
    }),
  );

  test(
    "takes the caller's settings and arguments, also such as take any number of values",
    options,
    () =>
      inCodex(version, async ({ run, workspace }) => {
        const { requests } = await run(
          {
            permission: 'bypass',
            codex: {
              settings: { 'shell_environment_policy.set': { GREETING: 'a "b" \u{1f600}' } },
            },
            extraArgs: ['--output-last-message', 'last.txt', '-i', 'picture.png'],
          },
          [{ run: 'printf %s "$GREETING" > greeting.txt' }, { say: 'The last word.' }],
        );
        expect(JSON.stringify(requests[0]?.input)).toContain('"input_image"');
        expect(await readFile(join(workspace, 'greeting.txt'), 'utf8')).toBe('a "b" \u{1f600}');
        expect(await readFile(join(workspace, 'last.txt'), 'utf8')).toBe('The last word.');
      }),
  );
});

test('codex 0.166.0 forks a session, and can leave none', { timeout: INSTALL_TIMEOUT_MS }, () =>
  inCodex('0.166.0', async ({ run }) => {
    const forgotten = await run({ ephemeral: true });
    expect(forgotten.rollouts).toEqual([]);
    const first = await run({ prompt: 'Remember the plum.' });
    const second = await run({ prompt: 'And now?', fork: threadOf(first) });
    expect(threadOf(second)).not.toBe(threadOf(first));
    expect(second.rollouts).toHaveLength(2);
    expect(JSON.stringify(second.requests[0]?.input)).toContain('Remember the plum.');
  }),
);
