import { createTurnFixture } from '@dragoman/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { chatRequest } from '../chat/chat-agent.js';
import { conductTurn } from './conduct-turn.js';
import { createEchoFilter } from './publish-events.js';

const OURS = [
  'hosted_tool_removed',
  'session_id_changed',
  'cleanup_failed',
  'journal_gap',
  'journal_limit',
];

test('an agent can say anything in an error, but not in the name of the turn', async () => {
  const fixture = await createTurnFixture();
  onTestFinished(() => fixture.remove());
  const said = [...OURS, 'overloaded'].map((code) => ({
    ...{ type: 'error', message: `It is ${code}.`, fatal: false, code },
  }));
  const lines = said.map((event) => JSON.stringify(event));
  const turn = await conductTurn({
    agent: {
      requestSchema: chatRequest,
      prepareSandbox: async () => {},
      createCommand: () => ({ cmd: 'printf', args: ['%s\\n', ...lines] }),
    },
    input: { message: 'Go.' },
    cwd: fixture.workspace,
    stateDirectory: fixture.stateDirectory,
    sandbox: 'process',
  });
  const errors = [];
  for await (const event of turn.events()) if (event.type === 'error') errors.push(event);
  expect(errors.map(({ message }) => message)).toEqual(said.map(({ message }) => message));
  expect(errors.map(({ code }) => code)).toEqual([...OURS.map(() => undefined), 'overloaded']);
});

test('the prompt is in the journal once, whether or not the CLI repeats it', () => {
  const echo = { type: 'message', role: 'user', content: 'Go.\n' };
  const withoutEcho = createEchoFilter('Go.');
  const answer = { type: 'message', role: 'assistant', content: 'Go.' };
  expect(withoutEcho([answer, echo, echo])).toEqual([answer, echo]);
  expect(withoutEcho([echo])).toEqual([echo]);
  const ofSubAgent = { ...echo, parent_tool_id: 'task' };
  expect(createEchoFilter('Go.')([ofSubAgent])).toEqual([ofSubAgent]);
});
