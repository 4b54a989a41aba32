import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSession } from '@dragoman/agents';
import { type JournaledEvent, reduce, type UnifiedMessage } from '@dragoman/protocol';
import { createProcessSandboxes, spawnProcess } from '@dragoman/sandbox';
import { describe, expect, test } from 'vitest';
import { fixtureOfEachTest } from '../../test-inputs/turn-fixtures.js';
import { openTurn } from './open-turn.js';
import type { Turn } from './turn.js';
import { createTurnInput } from './turn-input.js';

const USAGE = { input: 100, output: 10 };
/** A model that runs a command, which goes on until the test lets it, and then speaks slowly. */
const SCRIPT = {
  usage: USAGE,
  steps: [
    [{ say: 'One.' }, { run: 'until test -e go; do sleep 0.05; done; echo 1' }],
    { actions: [{ say: 'Well, that is so.' }], pace: 50, times: 6 },
  ],
};

const fixture = fixtureOfEachTest({ bubblewrap: true });

/** Who said what, and which tools were called. */
function wordsOf(messages: readonly UnifiedMessage[]): readonly string[] {
  return messages.flatMap(({ role, content }) =>
    content.flatMap((block) => {
      if (block.type === 'text') return `${role}: ${block.text}`;
      if (block.type === 'tool_use') return `calls ${block.name}`;
      return block.type === 'tool_result' ? `gets ${JSON.stringify(block.content)}` : [];
    }),
  );
}

async function savedWords(): Promise<readonly string[]> {
  const file = (await fixture.written()).find((path) => /projects\/.*\.jsonl$/.test(path));
  const { messages } = await loadSession(file ?? '');
  return wordsOf(messages);
}

/** Reads a turn to its end, and does something at the first event of a sort. */
async function readOn(
  turn: Turn,
  isMoment: (event: JournaledEvent) => boolean,
  act: () => Promise<void>,
): Promise<readonly JournaledEvent[]> {
  const events: JournaledEvent[] = [];
  let isDone = false;
  for await (const event of turn.events()) {
    events.push(event);
    if (isDone || !isMoment(event)) continue;
    isDone = true;
    await act();
  }
  expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
  return events;
}

describe.each(['process', 'bubblewrap'] as const)(
  'Claude Code in a sandbox of kind %s',
  (sandbox) => {
    const start = () =>
      fixture.start({ agent: 'claude', sandbox, script: SCRIPT, acceptsInput: true });

    test('reads more input with the result of its tool, also from another process', async () => {
      const turn = await start();
      const events = await readOn(
        turn,
        ({ type }) => type === 'tool_use',
        async () => {
          expect(await turn.input('And more.')).toBe('taken');
          const opened = await openTurn(turn.directory);
          expect(await opened.input('From elsewhere, "quoted"\nin lines.')).toBe('taken');
          await expect(opened.input('/cost')).rejects.toMatchObject({ code: 'invalid_request' });
          await writeFile(join(fixture.workspace, 'go'), '');
        },
      );
      const words = wordsOf(reduce(events).messages);
      expect(words).toEqual([
        'user: Do it.',
        'assistant: One.',
        'calls Bash',
        expect.stringContaining('gets '),
        'user: And more.',
        'user: From elsewhere, "quoted"\nin lines.',
        'assistant: Well, that is so.',
      ]);
      expect(await savedWords()).toEqual(words);
      expect(await turn.outcome).toMatchObject({
        status: 'success',
        usage: { input_tokens: 200, output_tokens: 20 },
      });
      expect(await turn.input('Too late.')).toBe('late');
      expect(await (await openTurn(turn.directory)).input('Too late.')).toBe('late');
    });

    test('answers input that comes with its last words, in the same turn, behind it', async () => {
      await writeFile(join(fixture.workspace, 'go'), '');
      const turn = await start();
      const events = await readOn(
        turn,
        (event) => event.type === 'message' && event.content.startsWith('Well'),
        async () => expect(await turn.input('One more.')).toBe('taken'),
      );
      const words = wordsOf(reduce(events).messages);
      expect(words.slice(-3)).toEqual([
        'assistant: Well, that is so.',
        'user: One more.',
        'assistant: Well, that is so.',
      ]);
      expect(await savedWords()).toEqual(words);
      expect(await turn.outcome).toMatchObject({
        status: 'success',
        usage: { input_tokens: 300, output_tokens: 30 },
      });
    });
  },
);

test('input that comes before the agent is there waits for it, and a cancel ends it all', async () => {
  const turn = await fixture.start({ agent: 'claude', script: SCRIPT, acceptsInput: true });
  expect(await turn.input('At once.')).toBe('taken');
  await readOn(
    turn,
    ({ type }) => type === 'tool_use',
    async () => {
      expect(await turn.input('For nothing.')).toBe('taken');
      const canceled = turn.cancel();
      expect(await turn.input('Too late.')).toBe('late');
      await canceled;
    },
  );
  expect(await turn.outcome).toMatchObject({ status: 'canceled' });
  expect(await fixture.remains()).toEqual([]);
});

test('a turn that was not started for it takes none, and an agent that can’t is not started', async () => {
  const turn = await fixture.start({ script: { steps: [{ say: 'Done.' }] } });
  expect(await turn.input('More.')).toBe('unsupported');
  await turn.outcome;
  for (const agent of ['codex', 'gemini', 'opencode', 'claude@2.1.96']) {
    await expect(
      fixture.start({ agent, acceptsInput: true, install: false }),
    ).rejects.toMatchObject({
      code: 'unsupported_option',
    });
  }
});

test('where a kind of sandbox keeps no stdin open, a turn that is to take input is not started', async () => {
  const honest = createProcessSandboxes({ stateDirectory: fixture.stateDirectory });
  const sandbox = { ...honest, abilities: { ...honest.abilities, keepsInput: false } };
  const turn = fixture.start({ agent: 'claude', sandbox, acceptsInput: true, install: false });
  await expect(turn).rejects.toMatchObject({ code: 'sandbox_unsupported' });
});

test('input for an agent that has closed its stdin is late', async () => {
  const input = createTurnInput((text) => text);
  const env = { PATH: process.env.PATH ?? '' };
  const command = { executable: 'true', args: [], env, cwd: fixture.workspace, keepsInput: true };
  const agent = await spawnProcess(command);
  input.attach(agent);
  await agent.exit;
  expect(input.write('More.')).toBe('late');
});

test('a text that never could wait is refused by its size, also when nothing waits', () => {
  const input = createTurnInput((text) => `${JSON.stringify(text)}\n`);
  // Each takes six bytes in JSON.
  expect(() => input.write('\u0001'.repeat(200_000))).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: expect.stringMatching(/takes 1200003 bytes .* room for 1048576/),
    }),
  );
  expect(input.write('x')).toBe('taken');
});

test('an agent that does not read is not given more than memory should hold', () => {
  const input = createTurnInput((text) => text);
  const large = 'x'.repeat(600_000);
  expect([input.write(large), input.write(large), input.write('x')]).toEqual([
    'taken',
    'busy',
    'taken',
  ]);
});
