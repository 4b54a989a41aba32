import { join } from 'node:path';
import { defineScript, startScriptGateway } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS, testAgent } from '@dragoman/testkit';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createDragomanFixture, prepareDragoman } from '../../../test-inputs/dragoman-process.js';
import { jsonLines } from '../../../test-inputs/json-lines.js';

const TIMEOUT_MS = 240_000;
/** Where the provider of each agent is, and the variable for its key. */
const PROVIDERS = [
  ['codex', '/v1', 'OPENAI_API_KEY'],
  ['claude', '', 'ANTHROPIC_API_KEY'],
] as const;

beforeAll(async () => {
  await prepareDragoman();
  for (const [agent] of PROVIDERS) await testAgent(agent);
}, INSTALL_TIMEOUT_MS);

test.each(PROVIDERS)(
  'a session of %s and three forks of it have used what their provider counted',
  async (agent, path, key) => {
    const fixture = await createDragomanFixture();
    onTestFinished(() => fixture.remove());
    const provider = await startScriptGateway();
    onTestFinished(() => provider.close());
    const counted = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 };
    const exec = async (...args: readonly string[]) => {
      const pass = provider.admit({
        script: defineScript({
          usage: { input: 1000, cached: 600, output: 57 },
          steps: [{ run: 'echo hi' }, { say: 'Done.' }],
        }),
      });
      const run = ['exec', 'Say hi.', '--agent', agent, '--base-url', `${provider.url}${path}`];
      const ended = await fixture.run([...run, ...args], { env: { [key]: pass.token } });
      expect(ended, ended.stderr).toMatchObject({ code: 0 });
      const used = pass.usage();
      counted.input_tokens += used.inputTokens;
      counted.cached_input_tokens += used.cachedInputTokens;
      counted.output_tokens += used.outputTokens;
    };
    const printed = async (...args: readonly string[]) => {
      const env = { DRAGOMAN_CACHE: join(fixture.temporary, 'cache') };
      return (await fixture.run([...args, '--json'], { env })).stdout;
    };

    await exec();
    const [{ id }] = jsonLines(await printed('sessions', 'list'));
    for (let forks = 0; forks < 3; forks += 1) await exec('--resume', id, '--fork');

    expect(jsonLines(await printed('sessions', 'list'))).toHaveLength(4);
    expect(counted.input_tokens).toBeGreaterThanOrEqual(8000);
    const { total, rows } = JSON.parse(await printed('usage', 'session'));
    expect(total).toMatchObject(counted);
    expect(rows).toHaveLength(4);
    // The second time nothing is read.
    expect(JSON.parse(await printed('usage', 'session')).total).toEqual(total);
  },
  TIMEOUT_MS,
);
