import { INSTALL_TIMEOUT_MS, runReadmeExample } from '@dragoman/testkit';
import * as six from 'ai-v6';
import * as seven from 'ai-v7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createModelFixture, type ModelFixture } from '../test-inputs/model-fixture.js';
import { createDragoman } from './v3/create-dragoman.js';
import { createDragoman as createDragomanV4 } from './v4/create-dragoman.js';

let fixture: ModelFixture;

beforeAll(async () => {
  fixture = await createModelFixture('codex');
}, INSTALL_TIMEOUT_MS);

afterAll(() => fixture.remove());

const SCRIPT = { steps: [[{ think: 'I look.' }, { run: 'echo hi' }], { say: 'It is a test.' }] };
const BODY = {
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'What is it?' }] }],
};

/** Our own modules as the examples import them, with agents whose model follows a script. */
const SIX = {
  ai: six,
  '@dragoman/ai-sdk': {
    createDragoman: ({ cwd }: { cwd: string }) =>
      createDragoman({ ...fixture.settings(SCRIPT), cwd }),
  },
};
const SEVEN = {
  ai: seven,
  '@dragoman/ai-sdk/v4': {
    createDragoman: ({ cwd }: { cwd: string }) =>
      createDragomanV4({ ...fixture.settings(SCRIPT), cwd }),
  },
};

test.each([
  ['../README.md', 'A route handler', SIX],
  ['../../../docs/ai-sdk/route-handler.md', 'With AI SDK 6', SIX],
  ['../../../docs/ai-sdk/route-handler.md', 'With AI SDK 7', SEVEN],
])('%s: %s', async (path, under, modules) => {
  const given = { project: fixture.workspace };
  // The handler is the example's last word: it is called as a framework would.
  const page = new URL(path, import.meta.url);
  const { POST } = await runReadmeExample(page, modules, ['POST'], { under, given });
  if (typeof POST !== 'function') throw new Error('The example has no handler.');
  const request = new Request('http://127.0.0.1/api', {
    method: 'POST',
    body: JSON.stringify(BODY),
  });
  const response: unknown = await POST(request);
  if (!(response instanceof Response)) throw new Error('The handler gave no response.');
  const chunks = (await response.text())
    .split('\n\n')
    .flatMap((line) =>
      line.startsWith('data: {') ? [JSON.parse(line.slice('data: '.length))] : [],
    );
  expect(chunks).toContainEqual(
    expect.objectContaining({
      type: 'tool-output-available',
      output: { output: 'hi\n', exitCode: 0 },
    }),
  );
  expect(chunks).toContainEqual(
    expect.objectContaining({ type: 'text-delta', delta: 'It is a test.' }),
  );
  expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' });
});
