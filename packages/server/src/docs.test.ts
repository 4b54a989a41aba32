import { readFile } from 'node:fs/promises';
import * as agUi from '@ag-ui/client';
import { errorCodes, errorStatus } from '@dragoman/protocol/http';
import { INSTALL_TIMEOUT_MS, runReadmeExample } from '@dragoman/testkit';
import * as openai from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createServerFixture, type ServerFixture } from '../test-inputs/server-fixture.js';
import { type ListeningServer, listen } from './node/listen.js';

const page = (name: string) => new URL(`../../../docs/server/${name}`, import.meta.url);

const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

let fixture: ServerFixture;
let listening: ListeningServer;

beforeAll(async () => {
  fixture = await createServerFixture();
  listening = await listen(fixture.server);
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await listening.close();
  await fixture.remove();
});

test('the page of the API lists every operation', async () => {
  const { paths } = document.parse(await (await fixture.get('/openapi.json')).json());
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const text = await readFile(page('api.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `([A-Z]+ \/\S*)` \|/gm)].map(([, operation]) => operation);
  expect(listed.sort()).toEqual(served.sort());
});

test('the page of the API lists every error under its status', async () => {
  const text = await readFile(page('api.md'), 'utf8');
  const [, errors = ''] = text.split('## Errors');
  const listed = [...errors.matchAll(/^\| (\d{3}) \| (`.*) \|$/gm)].flatMap(
    ([, status, codes = '']) =>
      [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => `${status} ${code}`),
  );
  const known = errorCodes.map((code) => `${errorStatus(code)} ${code}`);
  expect(listed.sort()).toEqual([...known].sort());
});

const events: { type: string }[] = [];

const EXAMPLES = {
  "OpenAI's client": ['next', { output_text: 'Hello.' }],
  'AG-UI': ['newMessages', [{ role: 'assistant', content: 'Hello.' }]],
  'Any other client': ['rest', ''],
} as const;

test.each(Object.entries(EXAMPLES))(
  'the example under %s works as it stands',
  async (under, [result, expected]) => {
    const modules = { openai, '@ag-ui/client': agUi };
    const onEvent = (event: { type: string }) => events.push(event);
    const given = { url: listening.url, key: 'drg_any', onEvent };
    const values = await runReadmeExample(page('README.md'), modules, [result], { under, given });
    expect(values).toMatchObject({ [result]: expected });
  },
);

test('the example of the agent API works as it stands', async () => {
  const look = { server: 'caller', tool: 'getFormSnapshot', arguments: { instruction: 'Look.' } };
  const asking = await createServerFixture({
    script: { steps: [{ mcp: look }, { say: 'Done.' }] },
  });
  const server = await listen(asking.server);
  try {
    const asked: unknown[] = [];
    const answer = async (event: { requestId: string }) => {
      asked.push(event);
      const output = { fields: [] };
      return { toolCallId: event.requestId, toolName: 'getFormSnapshot', output };
    };
    const given = { url: server.url, key: 'drg_any', answer };
    const results = await runReadmeExample(page('agent-api.md'), {}, ['outcome'], {
      under: 'Runs',
      given,
    });
    expect(results).toEqual({ outcome: 'completed' });
    expect(asked).toMatchObject([{ type: 'snapshot_request', instruction: 'Look.' }]);
  } finally {
    await server.close();
    await asking.remove();
  }
});

test('the example without a library has got every event', () => {
  expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });
});
