import { readFileSync } from 'node:fs';
import { agents, createTranslator } from '@dragoman/agents';
import { type Recording, recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { createEvidence } from './create-evidence.js';
import { decideOutcome, type Outcome } from './decide-outcome.js';

/** What went wrong on purpose, or by a CLI's own limits, in these scenarios. */
const FAILS: Readonly<Record<string, (code: string | undefined) => boolean>> = {
  http400: anyOf('invalid_request', 'agent_error'),
  http401: anyOf('auth', 'agent_error'),
  http429: anyOf('rate_limit', 'agent_error'),
  http500: anyOf('api', 'agent_error'),
  fail: anyOf('api'),
  midfail: anyOf('network', 'overloaded', 'invalid_request', 'agent_error'),
  cut: anyOf('network', 'agent_error'),
  budget: anyOf('budget'),
  maxturns: anyOf('max_turns'),
  loop: anyOf('agent_error'),
  kill: anyOf('killed'),
  subkill: anyOf('killed'),
  scriptedkill: anyOf('killed'),
  terminate: anyOf('killed', 'exit_code'),
  interrupt: anyOf('aborted', 'no_terminal_event'),
  partialinterrupt: anyOf('aborted'),
};
/** They exit before they print how their turn ended. */
const SAY_NO_END = new Set(['opencode 1.15.0', 'opencode 1.15.13']);
const ORDINARY = ['hello', 'shell', 'shellfail', 'patch', 'plan', 'parallel', 'multi', 'unicode'];

function anyOf(...codes: string[]): (code: string | undefined) => boolean {
  return (code) => codes.includes(code ?? '');
}

interface Meta {
  readonly exitCode?: number | string;
  readonly exitCodes?: readonly (number | string)[];
  readonly stderr?: string;
}

function readMeta({ path }: Recording): Meta {
  return JSON.parse(readFileSync(path.replace(/\.stdout\.jsonl?$/, '.meta.json'), 'utf8'));
}

function outcomeOf(recording: Recording): Outcome {
  const meta = readMeta(recording);
  const agent = agents[recording.agent];
  const translator = createTranslator(agent.interpreter.live({ version: recording.version }));
  const expectsTerminal = agent.saysTurnEnd?.(recording.version) ?? true;
  const collector = createEvidence({ command: recording.agent, expectsTerminal });
  collector.started();
  for (const event of translator.push(recording.bytes())) collector.event(event);
  for (const event of translator.flush()) collector.event(event);
  collector.stderr(meta.stderr ?? '');
  const end = meta.exitCode ?? meta.exitCodes?.at(-1);
  collector.exited({
    exitCode: typeof end === 'number' ? end : null,
    signal: end === 'SIGKILL' || end === 'SIGINT' || end === 'SIGTERM' ? end : null,
    reason: 'exited',
  });
  return decideOutcome(collector.evidence());
}

const live = recordings()
  .filter(({ view }) => view === 'live')
  .filter((recording) => recording.scenario in FAILS || ORDINARY.includes(recording.scenario));
const nameOf = ({ agent, version, scenario }: Recording) => `${agent} ${version} ${scenario}`;

test('real turns that went wrong are no success, for the right reason and in words', () => {
  const failing = live.filter(({ scenario }) => scenario in FAILS);
  expect(failing.length).toBeGreaterThan(80);
  for (const recording of failing) {
    const outcome = outcomeOf(recording);
    expect(outcome.status, nameOf(recording)).toBe('failed');
    expect(FAILS[recording.scenario]?.(outcome.code), `${nameOf(recording)}: ${outcome.code}`).toBe(
      true,
    );
    expect(outcome.reason, nameOf(recording)).toMatch(/\w{2,}/);
  }
});

test('real turns that went well are a success, where the CLI says so', () => {
  const going = live.filter(({ scenario }) => ORDINARY.includes(scenario));
  expect(going.length).toBeGreaterThan(100);
  for (const recording of going) {
    const isCut = SAY_NO_END.has(`${recording.agent} ${recording.version}`);
    const { status, code } = outcomeOf(recording);
    const expected = isCut ? ['failed', 'no_terminal_event'] : ['success', undefined];
    expect([status, code], nameOf(recording)).toEqual(expected);
  }
});

/** Of one process each; recordings of several turns hold as many. */
test('no CLI names a second session in a turn', () => {
  for (const recording of recordings().filter(({ view }) => view === 'live')) {
    const live = agents[recording.agent].interpreter.live({ version: recording.version });
    const translator = createTranslator(live);
    const named = new Set<string>();
    for (const event of [...translator.push(recording.bytes()), ...translator.flush()]) {
      if (event.type === 'init' && event.session_id !== undefined) named.add(event.session_id);
    }
    const turns = readMeta(recording).exitCodes?.length ?? 1;
    expect(named.size, recording.path).toBeLessThanOrEqual(turns);
  }
});
