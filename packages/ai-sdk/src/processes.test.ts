import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import * as six from 'ai-v6';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { calls, receivedIn, weather } from '../test-inputs/caller-tools.js';
import { createModelFixture, type ModelFixture } from '../test-inputs/model-fixture.js';
import { createDragoman } from './v3/create-dragoman.js';

vi.setConfig({ testTimeout: 120_000 });

let fixture: ModelFixture;

beforeAll(async () => {
  fixture = await createModelFixture('codex');
}, INSTALL_TIMEOUT_MS);

afterAll(() => fixture.remove());

/** A page's tool: whoever has the messages has its results, too. */
const { execute: _execute, ...clientSide } = weather;
const SKIES: Readonly<Record<string, string>> = { Smyrna: 'blue', Ankara: 'grey' };

/** One step of a conversation, in a process that knows nothing of it but its messages. */
const PROGRAM = `
  import { createDragoman } from '@dragoman/ai-sdk';
  import { generateText } from 'ai-v6';
  import { z } from 'zod';
  const { stateDirectory, messages } = JSON.parse(process.argv[1]);
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { text, toolCalls, response, warnings } = await generateText({
    model: createDragoman({ stateDirectory })('codex'),
    messages,
    tools: { weather: { inputSchema: z.object({ city: z.string() }) } },
  });
  process.stdout.write(JSON.stringify({ text, toolCalls, said: response.messages, warnings }));
`;

const stepOutput = z.object({
  text: z.string(),
  toolCalls: z.array(z.looseObject({ toolCallId: z.string(), input: z.unknown() })),
  said: z.array(z.custom<six.ModelMessage>()),
  warnings: z.array(z.unknown()).max(0).optional(),
});

type Step = z.infer<typeof stepOutput>;

async function stepThere(messages: readonly six.ModelMessage[]): Promise<Step> {
  const { stateDirectory } = fixture;
  const given = JSON.stringify({ stateDirectory, messages });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, given],
    { cwd: fileURLToPath(new URL('..', import.meta.url)) },
  );
  return stepOutput.parse(JSON.parse(stdout));
}

const prompt = 'How is it?';
const SCRIPT = {
  steps: [
    [{ run: 'echo own' }, calls('weather', { city: 'Smyrna' })],
    calls('weather', { city: 'Ankara' }),
    { say: 'Blue, then grey.' },
  ],
};

async function stepHere(messages: six.ModelMessage[]): Promise<Step> {
  const { text, toolCalls, response, warnings } = await six.generateText({
    model: createDragoman(fixture.settings(SCRIPT))('codex'),
    messages,
    tools: { weather: clientSide },
  });
  return stepOutput.parse({ text, toolCalls, said: response.messages, warnings });
}

function withResults({ toolCalls, said }: Step): six.ModelMessage[] {
  const asked = toolCalls.filter(({ providerExecuted }) => providerExecuted !== true);
  const content = asked.map(({ toolCallId, input }) => {
    const { city } = z.object({ city: z.string() }).parse(input);
    const output = { type: 'json' as const, value: { sky: SKIES[city] ?? '' } };
    return { type: 'tool-result' as const, toolName: 'weather', toolCallId, output };
  });
  return [...said, { role: 'tool', content }];
}

test('a turn that begins here goes on in another process, and here again', async () => {
  const messages: six.ModelMessage[] = [{ role: 'user', content: prompt }];
  const first = await stepHere(messages);
  expect(first.toolCalls).toMatchObject([{ toolName: 'Bash' }, { input: { city: 'Smyrna' } }]);
  messages.push(...withResults(first));

  const second = await stepThere(messages);
  expect(second.toolCalls).toMatchObject([{ input: { city: 'Ankara' } }]);
  // Whoever has not got the answer asks again, and gets the same step.
  expect(await stepThere(messages)).toEqual(second);
  messages.push(...withResults(second));

  expect((await stepHere(messages)).text).toBe('Blue, then grey.');
  expect(await receivedIn(fixture)).toEqual([['{"sky":"blue"}', '{"sky":"grey"}']]);
  await expect.poll(() => fixture.remains(), { timeout: 20_000, interval: 200 }).toEqual([]);
  expect((await stepThere(messages)).text).toBe('Blue, then grey.');
});
