import { createRedactor, DragomanError } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createEvidence } from './create-evidence.js';

const usage = { type: 'usage', input_tokens: 5, output_tokens: 1, total_tokens: 6 } as const;

test('adds up what the turn used, sub-agents included', () => {
  const collector = createEvidence();
  collector.event(usage);
  collector.event({ ...usage, parent_tool_id: 't' });
  expect(collector.evidence().usage).toEqual({
    input_tokens: 10,
    output_tokens: 2,
    total_tokens: 12,
  });
});

test('a failure counts for more than a completion, whichever came first', () => {
  const collector = createEvidence();
  collector.event({ type: 'turn', status: 'failed', error: { message: 'no' } });
  collector.event({ type: 'turn', status: 'completed' });
  expect(collector.evidence()).toMatchObject({ said: 'failed', problem: { message: 'no' } });
});

test('another turn of the same process is judged anew', () => {
  const collector = createEvidence();
  collector.event({ type: 'turn', status: 'started' });
  collector.event({ type: 'error', message: 'no', fatal: true });
  collector.event({ type: 'turn', status: 'failed', error: { message: 'no' } });
  collector.event({ type: 'turn', status: 'started' });
  collector.event({ type: 'turn', status: 'completed' });
  const { said, problem } = collector.evidence();
  expect([said, problem]).toEqual(['completed', undefined]);
});

test('an error that is not fatal is none', () => {
  const collector = createEvidence();
  collector.event({ type: 'error', message: 'Reconnecting', fatal: false });
  expect(collector.evidence().problem).toBeUndefined();
});

test('the first cause of a stop counts, and no failure after it', () => {
  const collector = createEvidence();
  collector.stopped('idle', 'silent');
  collector.stopped('cancel');
  collector.failed(new Error('read failed'));
  const { stopped, failure } = collector.evidence();
  expect([stopped, failure]).toEqual([{ cause: 'idle', words: 'silent' }, undefined]);
});

test('a full disk is named as the cause, whatever it kept from being made', () => {
  const collector = createEvidence();
  const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  collector.failed(new DragomanError('sandbox_place_failed', 'No fixture.', { cause }));
  expect(collector.evidence().failure).toEqual({ message: 'No fixture.', code: 'disk_full' });
});

test('what it says while it is being stopped is no evidence, but what it used counts', () => {
  const collector = createEvidence();
  collector.stderr('retrying\n');
  collector.stopped('idle');
  collector.stderr('error: could not record, because I am being stopped\n');
  collector.event({ type: 'error', message: 'interrupted', fatal: true });
  collector.event({ type: 'turn', status: 'aborted' });
  collector.event(usage);
  const { stderrTail, problem, said, usage: used } = collector.evidence();
  expect([stderrTail, problem, said]).toEqual(['retrying\n', undefined, undefined]);
  expect(used?.total_tokens).toBe(6);
});

test('keeps only the end of stderr, without secrets', () => {
  const key = 'my-own-secret-key';
  const collector = createEvidence({ redactor: createRedactor({ secrets: [key] }) });
  for (let line = 0; line < 1000; line += 1) collector.stderr(`line ${line} of many\n`);
  collector.stderr(`error: ${key}\n`);
  collector.event({ type: 'error', message: `bad ${key}`, fatal: true });
  const { stderrTail, problem } = collector.evidence();
  expect(stderrTail.length).toBeLessThan(10_000);
  expect(stderrTail).toMatch(/line 999 of many\nerror: \[redacted\]\n$/);
  expect(problem?.message).toBe('bad [redacted]');
});
