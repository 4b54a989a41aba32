import type { AgentName } from '@dragoman/agents';
import type { FinishedTurn, Scenario, ScenarioTurn } from '../run-scenario.js';
import { isInRange, type VersionRange } from '../views/view-gap.js';

/** What the model does, and what is unusual about the run. */
export interface FreshScenario
  extends Partial<Omit<Scenario, 'agent' | 'script' | 'readSessions'>> {
  readonly steps: Scenario['script']['steps'];
  /** The agents that can do it, since which version or in which. Absent: all, in every version. */
  readonly agents?: Readonly<Partial<Record<AgentName, string | VersionRange>>>;
  /** What its turns ask of an agent, beside what they ask of all. */
  readonly requests?: Readonly<Partial<Record<AgentName, Partial<ScenarioTurn>>>>;
  /** What the session file of an agent holds before a turn is interrupted, where it writes at once. */
  readonly keeps?: Readonly<Partial<Record<AgentName, string>>>;
  /** Why the agent, or one of them, doesn't print all that the model counts; absent: it does. */
  readonly uncounted?: string | Readonly<Partial<Record<AgentName, string>>>;
  /** Why the file holds nothing of what the agent said and did; absent: it does. */
  readonly unsaved?: string;
  /** Played in the deep run only, even if it is of one agent. */
  readonly onlyDeep?: true;
}

export type FreshScenarios = Readonly<Record<string, FreshScenario>>;

type Before = readonly FinishedTurn[];

/** Every version of an agent. */
export const EVERY_VERSION = '0.0.0';

/** Every version of all agents but OpenCode. */
export const NOT_OPENCODE = {
  claude: EVERY_VERSION,
  codex: EVERY_VERSION,
  gemini: EVERY_VERSION,
};

/** Whether a version of an agent can do what a scenario is about. */
export function isPlayedBy(
  { agents }: FreshScenario,
  { name, version }: { readonly name: AgentName; readonly version: string },
): boolean {
  if (agents === undefined) return true;
  const versions = agents[name];
  if (versions === undefined) return false;
  return isInRange(typeof versions === 'string' ? { since: versions } : versions, version);
}

/** A turn that continues the session of the turn before. */
export const resumed =
  (prompt: string, more: Partial<ScenarioTurn> = {}) =>
  (before: Before): ScenarioTurn => ({
    prompt,
    ...more,
    resume: before.at(-1)?.sessionId ?? '',
  });

/** A turn that goes on with the first session in a new one. */
export const forked =
  (prompt: string) =>
  (before: Before): ScenarioTurn => ({ prompt, fork: before[0]?.sessionId ?? '' });

/** A call of a native tool. */
export const tool = (name: string, args: Readonly<Record<string, unknown>> = {}) => ({
  tool: { name, arguments: { ...args } },
});

/** A call of Claude Code that starts a sub-agent. */
export const subAgent = (prompt: string) =>
  tool('Task', { description: prompt, prompt, subagent_type: 'general-purpose' });

/** A call of a native tool whose arguments are text that need not be JSON. */
export const brokenTool = (name: string, text: string) => ({ tool: { name, text } });

/** A reply whose command goes on until somebody ends it. */
export const WAIT = [
  { think: 'I will wait.' },
  { say: 'Waiting.' },
  { run: 'touch begun; sleep 60' },
];

/** What the file then holds: before it has the call, what is in it is up to chance. */
export const WAITING = { claude: 'touch begun; sleep' };

/**
 * What the model says in the turn after that one. Codex up to 0.45 may ask once more before it stops:
 * SIGINT ends the command, too, and the answer comes too late.
 */
export const BACK_AGAIN = { actions: [{ say: 'Back again.' }], delay: 300, times: 2 };

/** A turn that gets a signal while that command runs, once the CLI has printed and saved it. */
export const signalled = (
  signal: NodeJS.Signals,
  { onceItCalls = 'touch begun', onceItKeeps = '' } = {},
): ScenarioTurn => ({
  prompt: 'wait',
  interrupt: { signal, onceThereIs: 'begun', onceItSays: 'Waiting.', onceItCalls, onceItKeeps },
});
