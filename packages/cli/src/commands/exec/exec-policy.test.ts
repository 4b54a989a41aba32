import { defineScript, startScriptGateway } from '@dragoman/gateway';
import { expect, onTestFinished, test } from 'vitest';
import { dragomanOfFile } from '../../../test-inputs/dragoman-process.js';

const TIMEOUT_MS = 120_000;

const fixture = dragomanOfFile();

/** Runs a turn whose agent asks its model twice. Gives what the provider got, too. */
// With this model Codex always offers a search.
const exec = (...args: string[]) => execAsIs('--model', 'gpt-5', ...args);

/** The same, with the model that the agent takes by itself. */
async function execAsIs(...args: string[]) {
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
  const ended = await fixture.run([...run, ...args], { env: { OPENAI_API_KEY: token } });
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
  // Ten tokens an answer, at 1.25 and 10 dollars for a million: 0.00002125.
  ['--budget-usd', 'may use 0.00002 dollars and has used 0.00002125', '0.00002'],
])(
  '%s ends what the agent may ask, and says so',
  async (option, words, value = '1') => {
    const { code, stdout, stderr, asked } = await exec(option, value);
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

test(
  'a budget in dollars for a model without a price is refused, and a price file gives it one',
  async () => {
    const unpriced = await exec('--budget-usd', '1', '--model', 'codex-mine');
    expect(unpriced.code).toBe(2);
    expect(unpriced.stderr).toMatch(/codex-mine has no known price.*--budget-tokens.*--prices/s);
    expect(unpriced.asked).toEqual([]);
    const prices = await fixture.file(
      'prices.json',
      JSON.stringify({
        'codex-mine': {
          litellm_provider: 'openai',
          input_cost_per_token: 1,
          output_cost_per_token: 2,
        },
      }),
    );
    const priced = await exec('--budget-usd', '5', '--prices', prices, '--model', 'codex-mine');
    expect(priced.stdout + priced.stderr).toContain('may use 5 dollars and has used 11');
    expect(priced.asked).toHaveLength(1);
  },
  TIMEOUT_MS,
);

test(
  'of the model that an agent takes by itself the price shows in the first request: it is refused',
  async () => {
    const prices = await fixture.file(
      'few-prices.json',
      JSON.stringify({ source: 'nowhere', date: '2026-01-01', providers: {} }),
    );
    const { code, stdout, stderr, asked } = await execAsIs('--budget-usd', '1', '--prices', prices);
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/The model \S+ has no known price.*limit tokens instead/s);
    expect(asked).toEqual([]);
  },
  TIMEOUT_MS,
);

test.each([
  [['--budget-usd', '0'], 'above 0'],
  [['--budget-usd', '-1'], 'above 0'],
  [['--budget-usd', 'much'], 'above 0'],
  [['--budget-usd', '1e3'], 'above 0'],
  [['--prices', 'prices.json'], 'give that, too'],
  [['--budget-usd', '1', '--script', 'x.yaml'], 'cannot be used'],
  [['--budget-usd', '1', '--prices', '/none.json', '--model', 'gpt-5'], '/none.json'],
])('%j is refused', async (args, words) => {
  const env = { OPENAI_API_KEY: 'sk-none' };
  const { code, stderr } = await fixture.run(['exec', 'x', ...args], { env });
  expect(code).toBe(args.includes('/none.json') ? 125 : 2);
  expect(stderr).toContain(words);
});

test.each(['0', '-1', '1.5', 'many', '1e3'])('a budget of %s is refused', async (value) => {
  const { code, stderr } = await fixture.run(['exec', 'x', '--budget-tokens', value]);
  expect(code).not.toBe(0);
  expect(stderr).toContain('a whole number from 1');
});
