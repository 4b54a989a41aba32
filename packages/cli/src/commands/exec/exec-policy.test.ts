import { defineScript, startScriptGateway } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  createDragomanFixture,
  type DragomanFixture,
  prepareDragoman,
} from '../../../test-inputs/dragoman-process.js';

const TIMEOUT_MS = 120_000;

let fixture: DragomanFixture;
beforeAll(async () => {
  await prepareDragoman();
  fixture = await createDragomanFixture();
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture?.remove());

/** Runs a turn whose agent asks its model twice. Gives what the provider got, too. */
async function exec(...args: string[]) {
  const provider = await startScriptGateway();
  onTestFinished(() => provider.close());
  const asked: string[] = [];
  const { token } = provider.admit({
    script: defineScript({
      usage: { input: 9, output: 1 },
      steps: [{ run: 'echo hi' }, { say: 'Done.' }],
    }),
    onRequest: ({ body }) => asked.push(JSON.stringify(body)),
  });
  const run = ['exec', 'Say hi.', '--base-url', `${provider.url}/v1`, '--sandbox', 'bubblewrap'];
  // With this model Codex always offers a search.
  const ended = await fixture.run([...run, '--model', 'gpt-5', ...args], {
    env: { OPENAI_API_KEY: token },
  });
  return { ...ended, asked };
}

test(
  'without a network the provider may not search, which is said once',
  async () => {
    const { code, stdout, asked } = await exec();
    expect(code).toBe(0);
    expect(asked.some((body) => body.includes('"type":"web_search"'))).toBe(false);
    expect(stdout.match(/taken out: web search/g)).toHaveLength(1);
  },
  TIMEOUT_MS,
);

test(
  'with --allow-web-search it may',
  async () => {
    const { code, stdout, asked } = await exec('--allow-web-search');
    expect(code).toBe(0);
    expect(asked.every((body) => body.includes('"type":"web_search"'))).toBe(true);
    expect(stdout).not.toContain('taken out');
  },
  TIMEOUT_MS,
);

test.each([
  ['--budget-requests', 'may use 1 model requests'],
  ['--budget-tokens', 'may use 1 tokens'],
])(
  '%s ends what the agent may ask, and says so',
  async (option, words) => {
    const { code, stdout, stderr, asked } = await exec(option, '1');
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(words);
    expect(asked).toHaveLength(1);
  },
  TIMEOUT_MS,
);

test(
  'a key that the provider refuses is named by its variable, and the gateway by nothing',
  async () => {
    const provider = await startScriptGateway();
    onTestFinished(() => provider.close());
    const args = ['exec', 'Say hi.', '--base-url', `${provider.url}/v1`];
    const env = { OPENAI_API_KEY: 'sk-of-somebody-else' };
    const { code, stdout, stderr } = await fixture.run(args, { env });
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ .*401/);
    expect(stdout + stderr).not.toMatch(/url: |127\.0\.0\.1|sk-of-somebody-else/);
    expect(stderr).toContain('The provider did not accept the key. Look at OPENAI_API_KEY.');
  },
  TIMEOUT_MS,
);

test.each(['0', '-1', '1.5', 'many', '1e3'])('a budget of %s is refused', async (value) => {
  const { code, stderr } = await fixture.run(['exec', 'x', '--budget-tokens', value]);
  expect(code).not.toBe(0);
  expect(stderr).toContain('a whole number from 1');
});
