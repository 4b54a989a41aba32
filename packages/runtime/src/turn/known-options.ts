import { DragomanError } from '@dragoman/protocol';
import { nearestName } from '@dragoman/protocol/internal';
import type { SessionOptions, StartOptions } from '../sessions/create-session.js';
import type { TurnOptions } from './start-turn.js';
import { settingNames, type TurnSettings } from './turn-options.js';

/** The options that startTurn has beside the settings of a turn. */
const AGENT_OPTIONS = {
  agent: true,
  prompt: true,
  access: true,
  resume: true,
  fork: true,
  permission: true,
  projectSettings: true,
  agentFrom: true,
  cacheDir: true,
  model: true,
  ephemeral: true,
  images: true,
  acceptsInput: true,
  outputSchema: true,
  reasoningEffort: true,
  maxTurns: true,
  retries: true,
  mcpServers: true,
  extraArgs: true,
  claude: true,
  codex: true,
  searchPath: true,
  proxy: true,
} as const satisfies Record<Exclude<keyof TurnOptions, keyof TurnSettings>, true>;

const OF_TURN = { ...settingNames, ...AGENT_OPTIONS };

/** The names of all options of startTurn. */
export const turnOptionNames: Readonly<Record<keyof TurnOptions, true>> = OF_TURN;

const { prompt: _prompt, signal: _signal, id: _id, ...OF_ALL_TURNS } = OF_TURN;
const OF_SESSION = OF_ALL_TURNS satisfies Record<keyof SessionOptions, true>;

const { agent, cwd, resume, fork, stateDirectory, ...OF_EACH_TURN } = OF_TURN;
const { prompt: _given, ...OF_START } = OF_EACH_TURN satisfies Record<
  keyof StartOptions | 'prompt',
  true
>;

/** What only createSession takes, for all turns of a session. */
const ONLY_OF_SESSION = { agent, cwd, resume, fork, stateDirectory };

const KNOWN = {
  startTurn: OF_TURN,
  createSession: OF_SESSION,
  start: OF_START,
} satisfies Record<string, Readonly<Record<string, true>>>;

/** Refuses an option that a call of the runtime doesn't have. */
export function refuseUnknownOptions(caller: keyof typeof KNOWN, options: object): void {
  refuseOtherOptions(caller, options, KNOWN[caller], (name) => otherCallOf(name, caller));
}

/**
 * Refuses an option that there is not: a name that is spelt wrongly would mean nothing, in silence. One
 * that is undefined asks for nothing.
 *
 * @param otherCall says which other call takes an option
 */
export function refuseOtherOptions(
  caller: string,
  options: object,
  known: Readonly<Record<string, true>>,
  otherCall: (name: string) => string | undefined = () => undefined,
): void {
  const [name] =
    Object.entries(options).find(
      ([option, value]) => value !== undefined && !Object.hasOwn(known, option),
    ) ?? [];
  if (name === undefined) return;
  const words = otherCall(name) ?? hasNone(caller, name.slice(0, LONGEST_NAME), Object.keys(known));
  throw new DragomanError('invalid_request', words);
}

function otherCallOf(name: string, caller: keyof typeof KNOWN): string | undefined {
  if (caller === 'start' && Object.hasOwn(ONLY_OF_SESSION, name)) {
    return `"${name}" is an option of createSession, for all turns of a session; start doesn't take it.`;
  }
  if (caller === 'createSession' && Object.hasOwn(OF_START, name)) {
    return `"${name}" is an option of start, for one turn; createSession doesn't take it.`;
  }
  return undefined;
}

const LONGEST_NAME = 60;

function hasNone(caller: string, name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  const words = `${caller} has no option ${JSON.stringify(name)}.`;
  return meant === undefined ? words : `${words} Did you mean "${meant}"?`;
}
