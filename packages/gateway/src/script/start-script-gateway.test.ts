import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Dialect } from '../contract.js';
import { readPath } from '../json/read-path.js';
import { bearer } from '../testing/ask.js';
import { askModel } from '../testing/ask-model.js';
import { createClosing } from '../testing/closing.js';
import { eventually } from '../testing/eventually.js';
import { startScripted } from '../testing/start-scripted.js';
import { defineScript } from './schema/define-script.js';
import type { SeenRequest } from './script-turn.js';
import { startScriptGateway } from './start-script-gateway.js';

const closing = createClosing();
const DIALECTS: readonly Dialect[] = ['openai', 'anthropic', 'gemini'];

test('two turns at once follow their own scripts', async () => {
  const gateway = closing(await startScriptGateway());
  const turns = ['left', 'right'].map((name) => {
    const steps = Array.from({ length: 20 }, (_, step) => ({ say: `${name} ${step}.` }));
    return { name, pass: gateway.admit({ script: defineScript({ name, steps }) }) };
  });
  await Promise.all(
    turns.map(async ({ name, pass }) => {
      for (let step = 0; step < 20; step += 1) {
        const dialect = DIALECTS[step % 3] ?? 'openai';
        const { text } = await askModel(gateway, { dialect, token: pass.token, stream: false });
        expect(text).toContain(`"${name} ${step}."`);
      }
    }),
  );
  expect(turns.map(({ pass }) => pass.usage().requests)).toEqual([20, 20]);
});

test('two requests of one turn at once get one step each', async () => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ actions: [{ say: 'one' }], pace: 1 }, { say: 'two' }],
  });
  const answers = await Promise.all(
    [1, 2].map(() => askModel(gateway, { dialect: 'openai', token })),
  );
  const texts = answers.map(({ text }) => (text.includes('"one"') ? 'one' : 'two'));
  expect(texts.sort()).toEqual(['one', 'two']);
});

test('ids are the same for the same conversation and others when it has grown', async () => {
  const ids: string[] = [];
  for (const depth of [1, 1, 5]) {
    const { gateway, token } = await startScripted(closing, {
      name: 'Ünïque näme',
      steps: [{ run: 'ls' }],
    });
    const { events } = await askModel(gateway, { dialect: 'anthropic', token, depth });
    const start = events.find(({ event }) => event === 'content_block_start');
    ids.push(String(readPath(start?.data, 'content_block', 'id')));
  }
  expect(ids[0]).toMatch(/^toolu_[a-z0-9-]+_1_1_1_1$/);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('the ids of two turns of one gateway differ', async () => {
  const script = defineScript({ steps: [{ say: 'a' }] });
  const gateway = closing(await startScriptGateway({ script }));
  const ids = new Set<unknown>();
  for (const _turn of [1, 2]) {
    const { token } = gateway.admit({});
    const { json } = await askModel(gateway, { dialect: 'openai', token, stream: false });
    ids.add(readPath(json, 'output', '0', 'id'));
  }
  expect(ids.size).toBe(2);
});

test('a turn without a script is not let in', async () => {
  const gateway = closing(await startScriptGateway());
  expect(() => gateway.admit({})).toThrow(expect.objectContaining({ code: 'script_missing' }));
});

test('a script given to the gateway is for every turn that has none', async () => {
  const script = defineScript({ steps: [{ say: 'general' }] });
  const gateway = closing(await startScriptGateway({ script }));
  for (const _turn of [1, 2]) {
    const { token } = gateway.admit({});
    const { text } = await askModel(gateway, { dialect: 'openai', token, stream: false });
    expect(text).toContain('general');
  }
});

test('on a unix socket it waits for a reader that has stopped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-script-'));
  try {
    const socketPath = join(folder, 's');
    const gateway = closing(await startScriptGateway({ listen: { socketPath } }));
    const text = 'x'.repeat(4_000_000);
    const script = defineScript({ usage: { output: 7 }, steps: [{ say: text }] });
    const pass = gateway.admit({ script });
    const body = JSON.stringify({
      model: 'm',
      stream: true,
      input: [],
      tools: [{ type: 'custom', name: 'apply_patch' }],
    });
    const headers = bearer(pass.token);
    const sent = request({ socketPath, method: 'POST', path: '/v1/responses', headers });
    sent.end(body);
    const response = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      sent.once('response', resolve);
      sent.once('error', reject);
    });
    await eventually(() => pass.usage().requests === 1);
    // Nobody reads, so the reply cannot have been delivered, however long we wait.
    expect(pass.usage().outputTokens).toBe(0);
    let size = 0;
    for await (const chunk of response) size += chunk.length;
    expect(size).toBeGreaterThan(4 * text.length);
    expect(pass.usage().outputTokens).toBe(7);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('closing ends a stall that would last for ever', async () => {
  const seen: SeenRequest[] = [];
  const gateway = await startScriptGateway();
  const script = defineScript({ steps: [{ fault: { stall: 'forever', after: 0 } }] });
  const { token } = gateway.admit({ script, onRequest: (request) => seen.push(request) });
  const asked = askModel(gateway, { dialect: 'openai', token });
  const outcome = expect(asked).rejects.toMatchObject({ code: 'ECONNRESET' });
  await eventually(() => seen.length === 1);
  await gateway.close();
  await outcome;
});
