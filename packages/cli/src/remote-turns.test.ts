import { join } from 'node:path';
import { agents } from '@dragoman/agents';
import { createDragoman, createRemoteTurns, type TurnSource } from '@dragoman/ai-sdk/remote';
import { defineScript, type WrittenScript } from '@dragoman/gateway';
import { type TurnResource, turnPage } from '@dragoman/protocol/http';
import { type ModelAccess, readTurnPrompt } from '@dragoman/runtime';
import { expect, test, vi } from 'vitest';
import { servedTurnsOfFile } from '../test-inputs/served-turns.js';

vi.setConfig({ testTimeout: 60_000 });

/** What the server lists as `asker`. */
const CODEX = `codex@${agents.codex.version}`;

const calls = (city: string) => ({
  mcp: { server: 'caller', tool: 'weather', arguments: { city } },
});
const scripted = (script: WrittenScript): ModelAccess => ({
  kind: 'script',
  script: defineScript(script),
});

const asking = { steps: [[{ run: 'echo own' }, calls('Smyrna')], { say: 'It is blue.' }] };
const served = servedTurnsOfFile({
  keys: { find: async (key) => (key === 'ada' || key === 'eve' ? { id: key } : undefined) },
  policy: {
    agents: {
      asker: { agent: 'codex', access: scripted(asking) },
      greeter: { agent: 'codex', access: scripted({ steps: [{ say: 'Hello.' }] }) },
      sleeper: { agent: 'codex', access: scripted({ steps: [{ run: 'sleep 600' }] }) },
    },
  },
});

const weather = {
  type: 'function' as const,
  name: 'weather',
  inputSchema: { type: 'object' as const, properties: { city: { type: 'string' as const } } },
};
const user = (text: string) => ({
  role: 'user' as const,
  content: [{ type: 'text' as const, text }],
});

/**
 * A line on which everything is lost at first: a request arrives and its answer doesn't, and the first
 * connections for events break off after a few bytes.
 */
function badLine() {
  const seen = new Map<string, number>();
  const lossy: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const what = `${init?.method} ${new URL(String(input)).pathname}`;
    const times = (seen.get(what) ?? 0) + 1;
    seen.set(what, times);
    if (!what.endsWith('/events')) {
      if (times > 1) return response;
      await response.body?.cancel();
      throw new TypeError('terminated');
    }
    return times > 3 ? response : new Response(response.body?.pipeThrough(cut(700 * times)));
  };
  return { fetch: lossy, seen };
}

function cut(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.slice(0, left));
      left -= chunk.length;
      if (left <= 0) controller.error(new TypeError('terminated'));
    },
  });
}

const turnsOf = (key: string, given?: typeof fetch): TurnSource =>
  createRemoteTurns({ url: served.url, key, fetch: given });

type Asked = Awaited<ReturnType<typeof ask>>;

async function ask(turns: TurnSource, agent = 'asker', prompt = 'How is it?', options = {}) {
  const model = createDragoman({ turns })(agent);
  return model.doGenerate({ prompt: [user(prompt)], tools: [weather], ...options });
}

/** The conversation after a step, with the results of its calls. */
function withResults({ content, providerMetadata }: Asked) {
  expect(providerMetadata?.dragoman).toMatchObject({ agent: 'codex' });
  const made = content.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
  const results = made.filter(({ providerExecuted }) => providerExecuted !== true);
  expect(results).toMatchObject([{ toolName: 'weather', input: '{"city":"Smyrna"}' }]);
  return [
    user('How is it?'),
    {
      role: 'assistant' as const,
      content: results.map(({ toolCallId, toolName, providerMetadata: metadata }) => ({
        type: 'tool-call' as const,
        ...{ toolCallId, toolName, input: {} },
        ...(metadata && { providerOptions: metadata }),
      })),
    },
    {
      role: 'tool' as const,
      content: results.map(({ toolCallId, toolName }) => ({
        type: 'tool-result' as const,
        ...{ toolCallId, toolName },
        output: { type: 'json' as const, value: { sky: 'blue' } },
      })),
    },
  ];
}

test('a turn over a bad line begins once, is answered once, and says everything once', async () => {
  const line = badLine();
  const first = await ask(turnsOf('ada', line.fetch));
  expect(first.finishReason.unified).toBe('tool-calls');
  const prompt = withResults(first);

  // Another's key is of no use, not even in the process that knows the turn.
  const stranger = createDragoman({ turns: turnsOf('eve') })('asker');
  await expect(stranger.doGenerate({ prompt, tools: [weather] })).rejects.toMatchObject({
    code: 'turn_gone',
  });
  // Another process, and another line: all it has is the prompt. It asks for the agent by its version.
  forgetWaiting();
  const again = badLine();
  const model = createDragoman({ turns: turnsOf('ada', again.fetch) })(CODEX);
  const second = await model.doGenerate({ prompt, tools: [weather] });
  expect(second.content).toMatchObject([{ type: 'text', text: 'It is blue.' }]);
  expect(second.finishReason.unified).toBe('stop');
  for (const { seen } of [line, again]) {
    for (const times of seen.values()) expect(times).toBeGreaterThan(1);
  }
  expect(await listed('ada')).toMatchObject([{ state: 'success', agent: 'asker' }]);
});

test('a conversation goes on with its session by its name, and is sent what is new', async () => {
  const providerOptions = { dragoman: { conversation: 'chat' } };
  const turns = turnsOf('eve');
  const first = await ask(turns, 'greeter', 'Hi.', { providerOptions });
  expect(first.content).toMatchObject([{ type: 'text', text: 'Hello.' }]);
  const answer = {
    role: 'assistant' as const,
    content: [{ type: 'text' as const, text: 'Hello.' }],
  };
  const prompt = [user('Hi.'), answer, user('And now?')];
  // A turn that ended before its agent said anything changes nothing.
  await cancelEarly(turns, 'chat');
  const second = await createDragoman({ turns })('greeter').doGenerate({ prompt, providerOptions });
  expect(second.providerMetadata?.dragoman?.sessionId).toBe(
    first.providerMetadata?.dragoman?.sessionId,
  );
  expect(await latestPrompt('eve')).toBe('And now?');
  // A name whose only turn ended so, and which has no session, says nothing of what was said before.
  await cancelEarly(turns, 'another');
  expect((await listed('eve'))[0]).toMatchObject({ conversation: 'another', state: 'canceled' });
  expect((await listed('eve'))[0]?.session_id).toBeUndefined();
  const other = { dragoman: { conversation: 'another' } };
  await createDragoman({ turns })('greeter').doGenerate({ prompt, providerOptions: other });
  expect(await latestPrompt('eve')).toMatch(/Hi\..*Hello\..*And now\?/s);
});

test('a refusal has the code and the words of the server', async () => {
  await expect(ask(turnsOf('nobody'))).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(ask(turnsOf('ada'), 'gemini')).rejects.toMatchObject({
    code: expect.stringMatching(/^agent_/),
  });
  await expect(turnsOf('ada').open('../turns')).rejects.toMatchObject({ code: 'turn_unknown' });
});

test('an abort ends the turn on the server', async () => {
  const stop = new AbortController();
  const model = createDragoman({ turns: turnsOf('ada') })('sleeper');
  const { stream } = await model.doStream({ prompt: [user('Go.')], abortSignal: stop.signal });
  const read = (async () => {
    for await (const { type } of stream) if (type === 'tool-call') stop.abort();
  })();
  await expect(read).rejects.toThrow('abort');
  await expect
    .poll(async () => (await listed('ada'))[0]?.state, { timeout: 20_000 })
    .toBe('canceled');
  expect(await served.fixture.remains()).toEqual([]);
});

/** What a process knows of turns that wait, as another one doesn't. */
function forgetWaiting(): void {
  Reflect.deleteProperty(globalThis, Symbol.for('dragoman.waiting-turns.2'));
}

async function cancelEarly(turns: TurnSource, conversation: string): Promise<void> {
  const request = { agent: 'greeter', prompt: 'Hi.', images: [], conversation };
  await (await turns.start(request)).cancel('Not yet.');
}

async function latestPrompt(key: string): Promise<string | undefined> {
  const [latest] = await listed(key);
  return readTurnPrompt({
    directory: join(served.fixture.stateDirectory, 'turns', latest?.turn_id ?? ''),
  });
}

async function listed(key: string): Promise<TurnResource[]> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${served.url}/v1/turns`, { headers });
  return turnPage.parse(await response.json()).turns;
}
