import { expect, test } from 'vitest';
import { readAgentCall } from './agent-call.js';

const CALL = { type: 'dynamic-tool', toolName: 'Bash', toolCallId: '1' } as const;

test('a failed call has its output and its exit code in its error', () => {
  const errorText = JSON.stringify({
    output: 'no\n',
    exitCode: 2,
    error: { message: 'It failed.' },
  });
  expect(readAgentCall({ ...CALL, state: 'output-error', input: {}, errorText })).toMatchObject({
    state: 'failed',
    output: 'no\n\nIt failed.',
    exitCode: 2,
  });
});

test('an error that is no result is shown as it is', () => {
  const part = { ...CALL, state: 'output-error', input: {}, errorText: 'Gone.' } as const;
  expect(readAgentCall(part)).toMatchObject({ state: 'failed', output: 'Gone.' });
});

test('a call is running while its output is preliminary', () => {
  const part = { ...CALL, state: 'output-available', input: {}, preliminary: true } as const;
  expect(readAgentCall({ ...part, output: { output: 'a' } })).toMatchObject({
    state: 'running',
    output: 'a',
  });
});
