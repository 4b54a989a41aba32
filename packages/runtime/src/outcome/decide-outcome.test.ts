import { encodeEvent, endStatus, usageFigures } from '@dragoman/protocol';
import type { ProcessExit } from '@dragoman/sandbox';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideOutcome } from './decide-outcome.js';
import { outcomeRules } from './outcome-rules.js';
import type { TurnEvidence } from './turn-evidence.js';

const ended = (exitCode: number | null, signal: ProcessExit['signal'] = null): ProcessExit => ({
  exitCode,
  signal,
  reason: 'exited',
});

function decide(evidence: Partial<TurnEvidence>) {
  return decideOutcome({
    command: 'codex',
    isProgram: false,
    expectsTerminal: true,
    started: true,
    stderrTail: '',
    unparsedLines: 0,
    ...evidence,
  });
}

describe('success', () => {
  test('is a completed turn and exit code 0', () => {
    expect(decide({ said: 'completed', exit: ended(0) })).toEqual({
      status: 'success',
      exit_code: 0,
      signal: null,
      reason: null,
      usage: null,
    });
  });

  test('is exit code 0 of an agent that never says so', () => {
    expect(decide({ expectsTerminal: false, exit: ended(0) }).status).toBe('success');
  });

  test('comes with a warning when it was complete and had to be ended', () => {
    const stopped = { cause: 'hang_after_end', words: 'still there' } as const;
    const outcome = decide({ said: 'completed', exit: ended(null, 'SIGTERM'), stopped });
    expect(outcome).toMatchObject({ status: 'success', warning: 'still there', signal: 'SIGTERM' });
  });
});

test.each<[string, Partial<TurnEvidence>, object]>([
  [
    'a completed turn whose process then failed',
    { said: 'completed', exit: ended(1), stderrTail: 'could not save the session\n' },
    { status: 'failed', code: 'exit_code', reason: 'could not save the session', exit_code: 1 },
  ],
  [
    'a failure whose diagnostics name none',
    { exit: ended(1), stderrTail: 'Migration complete.\n' },
    {
      code: 'exit_code',
      reason:
        'codex failed with exit code 1 and gave no reason. Its last words: Migration complete.',
    },
  ],
  [
    'a completed turn whose process then failed without a word',
    { said: 'completed', exit: ended(1) },
    {
      code: 'exit_code',
      reason:
        'codex said that its turn is complete, then failed with exit code 1 and gave no reason.',
    },
  ],
  [
    'exit code 0 without a word about the turn',
    { exit: ended(0) },
    {
      status: 'failed',
      code: 'no_terminal_event',
      reason: 'codex exited with exit code 0 without saying that its turn is complete.',
    },
  ],
  [
    'output that nobody could read',
    { exit: ended(0), unparsedLines: 3 },
    { status: 'failed', reason: expect.stringContaining('3 of its lines could not be read') },
  ],
  [
    'a failed turn, although its process exits with 0',
    { said: 'failed', problem: { message: 'unexpected status 401 Unauthorized' }, exit: ended(0) },
    { status: 'failed', code: 'auth', reason: 'unexpected status 401 Unauthorized' },
  ],
  [
    'a fatal error, although the turn is called complete',
    { said: 'completed', problem: { message: 'API key not valid' }, exit: ended(0) },
    { status: 'failed', code: 'auth', reason: 'API key not valid' },
  ],
  [
    'a turn broken off by itself',
    { said: 'aborted', exit: ended(0) },
    { status: 'failed', code: 'aborted' },
  ],
  [
    'a stream that stopped because its process died',
    {
      said: 'aborted',
      abortReason: 'The stream ended without a result.',
      exit: ended(1),
      stderrTail: 'Error: x is no function\n    at y (file.js:1:2)\n\nNode.js v20.1.0\n',
    },
    { status: 'failed', code: 'exit_code', reason: 'Error: x is no function' },
  ],
  [
    'a stream that stopped after an error line',
    {
      said: 'aborted',
      abortReason: 'The stream ended without a result.',
      remark: 'API key not valid',
      exit: ended(0),
    },
    {
      code: 'auth',
      reason: 'API key not valid',
    },
  ],
  [
    'a stream that stopped, with a warning beside it',
    {
      said: 'aborted',
      abortReason: 'The stream ended without a result.',
      exit: ended(0),
      stderrTail:
        'Warning: Basic terminal detected (TERM=dumb). Visual rendering will be limited.\n',
    },
    { code: 'aborted', reason: 'The stream ended without a result.' },
  ],
  [
    'a stream that stopped, with a fault beside it',
    {
      said: 'aborted',
      abortReason: 'The stream ended without a result.',
      exit: ended(0),
      stderrTail: '(node:7) ExperimentalWarning: it may fail\nError: out of paper\nBye.\n',
    },
    {
      code: 'aborted',
      reason: 'The stream ended without a result. Its last words: Error: out of paper',
    },
  ],
  [
    'a failure after which it only warned',
    {
      exit: ended(1),
      stderrTail: 'Error: no rollout found\n2026-01-01T00:00:00Z  WARN codex_core: flush failed\n',
    },
    { reason: 'Error: no rollout found' },
  ],
  [
    'a signal from elsewhere',
    { exit: ended(null, 'SIGKILL'), stderrTail: 'working\n' },
    {
      status: 'failed',
      code: 'killed',
      signal: 'SIGKILL',
      reason: 'codex was ended from outside by SIGKILL. Its last words: working',
    },
  ],
  [
    'an unknown session, named on stderr only',
    { exit: ended(1), stderrTail: 'Error: thread/resume failed: no rollout found for id x\n' },
    { status: 'failed', code: 'session_unknown' },
  ],
  [
    'a failure without any word',
    { exit: ended(1) },
    { status: 'failed', reason: 'codex failed with exit code 1 and gave no reason.' },
  ],
  [
    'a memory limit',
    { exit: { exitCode: null, signal: 'SIGKILL', reason: 'memory_limit' } },
    { status: 'failed', code: 'memory_limit' },
  ],
  [
    'a cancel, whatever it said before',
    { said: 'completed', exit: ended(null, 'SIGINT'), stopped: { cause: 'cancel' } },
    { status: 'canceled', code: 'canceled', reason: 'It was canceled.' },
  ],
  [
    'a cancel before the start',
    { started: false, stopped: { cause: 'cancel' }, failure: { message: 'aborted' } },
    { status: 'canceled' },
  ],
  [
    'a turn that took too long',
    { exit: ended(null, 'SIGTERM'), stopped: { cause: 'wall', words: 'Too long.' } },
    { status: 'timeout', code: 'timeout', reason: 'Too long.' },
  ],
  [
    'a turn that waited for tools on and on',
    { exit: ended(null, 'SIGTERM'), stopped: { cause: 'total', words: 'Too long in all.' } },
    { status: 'timeout', code: 'total_timeout', reason: 'Too long in all.' },
  ],
  [
    'a turn that wrote more than its journal holds',
    {
      exit: ended(null, 'SIGTERM'),
      stopped: { cause: 'journal_limit', words: 'Too much.' },
      stderrTail: 'still writing\n',
    },
    { status: 'failed', code: 'journal_limit', reason: 'Too much.' },
  ],
  [
    'silence',
    { exit: ended(0), stopped: { cause: 'idle', words: 'Silent.' }, stderrTail: 'retrying\n' },
    { status: 'stalled', code: 'idle', reason: 'Silent. Its last words: retrying' },
  ],
  [
    'silence from the beginning',
    { exit: ended(null, 'SIGTERM'), stopped: { cause: 'never_started' } },
    { status: 'not_started', code: 'never_started' },
  ],
  [
    'a sandbox that could not be made',
    { started: false, failure: { message: 'no bwrap', code: 'sandbox_unavailable' } },
    { status: 'not_started', code: 'sandbox_unavailable', reason: 'no bwrap' },
  ],
  [
    'a journal on a full disk',
    { exit: ended(null, 'SIGTERM'), failure: { message: 'full', code: 'disk_full' } },
    { status: 'failed', code: 'disk_full', reason: 'full' },
  ],
  [
    'a lost owner, whatever it said before',
    { said: 'completed', ownerLost: {} },
    { status: 'failed', code: 'owner_lost', exit_code: null },
  ],
])('%s is no success', (_name, evidence, expected) => {
  expect(decide(evidence)).toMatchObject(expected);
});

test.each([
  ['unexpected status 429 Too Many Requests', 'rate_limit'],
  ['API Error: 529 {"type":"overloaded_error"}', 'overloaded'],
  ['stream disconnected before completion: Connection reset by peer', 'network'],
  ['http 500: oops', 'api'],
  ['The model `x` does not exist or you do not have access to it', 'model_unknown'],
  ["Your input exceeds the model's context window", 'context_length'],
  ['The assertion in line 401 failed', 'agent_error'],
])('%j means %s', (message, code) => {
  expect(decide({ said: 'failed', problem: { message }, exit: ended(1) }).code).toBe(code);
});

test('a reason is never longer than an end may have', () => {
  const outcome = decide({ said: 'failed', problem: { message: 'x'.repeat(1e6) }, exit: ended(1) });
  expect(outcome.reason?.length).toBeLessThanOrEqual(2048);
});

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });
const words = fc.constantFrom('', 'boom', 'status 401', 'é\u0000');
const anyEvidence = fc
  .record({
    command: fc.constant('codex'),
    isProgram: fc.boolean(),
    expectsTerminal: fc.boolean(),
    started: fc.boolean(),
    said: maybe(fc.constantFrom('completed', 'failed', 'aborted')),
    problem: maybe(fc.record({ message: words })),
    exit: maybe(
      fc.record({
        exitCode: fc.constantFrom(0, 1, 137, null),
        signal: fc.constantFrom(null, 'SIGKILL', 'SIGINT'),
        reason: fc.constantFrom('exited', 'killed', 'aborted', 'timeout', 'memory_limit'),
      }),
    ),
    stopped: maybe(
      fc.record({
        cause: fc.constantFrom(
          'cancel',
          'kill',
          'idle',
          'wall',
          'total',
          'journal_limit',
          'never_started',
          'hang_after_end',
        ),
      }),
    ),
    failure: maybe(fc.record({ message: words })),
    ownerLost: maybe(fc.constant({})),
    stderrTail: words,
    unparsedLines: fc.nat(3),
    usage: maybe(fc.constant({ input_tokens: 1, output_tokens: 1, total_tokens: 2 })),
  })
  // Drawn from the same words that the type allows; what wasn't drawn is left out.
  .map((drawn) =>
    Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)),
  )
  .map((drawn) => drawn as unknown as TurnEvidence);

test('whatever the evidence, there is exactly one valid end, and success only with the agent saying so', () => {
  fc.assert(
    fc.property(anyEvidence, (evidence) => {
      const outcome = decideOutcome(evidence);
      encodeEvent({ type: 'end', ...outcome });
      endStatus.parse(outcome.status);
      usageFigures.nullable().parse(outcome.usage);
      if (outcome.status === 'success') {
        expect(evidence.said === 'completed' || !evidence.expectsTerminal).toBe(true);
        expect([evidence.problem, evidence.failure, evidence.ownerLost]).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
        expect(outcome.reason).toBeNull();
      } else {
        expect(outcome.code).toEqual(expect.any(String));
        expect(outcome.reason).toEqual(expect.any(String));
      }
    }),
    { numRuns: 3000 },
  );
});

test('every rule decides something', () => {
  const decided = new Set<string>();
  for (const evidence of fc.sample(anyEvidence, { numRuns: 20_000, seed: 1 })) {
    decided.add(outcomeRules.find(({ applies }) => applies(evidence))?.name ?? 'none');
  }
  const missing = outcomeRules.filter(({ name }) => !decided.has(name)).map(({ name }) => name);
  expect(missing).toEqual(['it resumed another session']);
});
