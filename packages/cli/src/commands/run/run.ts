import { resolve } from 'node:path';
import { agents, parseAgentReference } from '@dragoman/agents';
import { parseCandidates, type Run, startRun } from '@dragoman/orchestrator';
import { DragomanError } from '@dragoman/protocol';
import type { ModelAccess, TurnLimits } from '@dragoman/runtime';
import { isInstalled } from '@dragoman/runtime/internal';
import { defaultSandboxKind } from '@dragoman/sandbox';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { LimitOptions } from '../../program/limit-options.js';
import type { RunCommandOptions } from '../../program/run-command.js';
import { painted, sayLines } from '../../terminal/line.js';
import type { Terminal } from '../../terminal/terminal.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { installShown } from '../agents/install.js';
import { chooseModel } from '../exec/choose-model.js';
import { readPrompt } from '../exec/read-prompt.js';
import { followRun, stopSignal } from './follow-run.js';

const DEFAULT_AGENT = 'codex';

/** `dragoman run`: a strategy over tasks. Everything that can be refused is refused before one begins. */
export async function run(
  given: string | undefined,
  options: RunCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const prompt = await readPrompt(given, 'run', terminal);
  if (terminal.signal.aborted) return EXIT.interrupted;
  const begun = await begin(prompt, options, terminal);
  return followRun(begun, options, terminal);
}

async function begin(prompt: string, options: RunCommandOptions, terminal: Terminal): Promise<Run> {
  const { agent = DEFAULT_AGENT, repo = '.' } = options;
  const { strategy, parameters } = chooseStrategy(options);
  const sandbox = options.sandbox ?? (await defaultSandboxKind(resolve(repo)));
  if (sandbox === 'process' && options.permission === undefined) throw unconfined();
  const references = [...new Set([agent, ...agentsIn(parameters)])];
  const access = await accessOf(references, options);
  if (sandbox !== 'container') await installAll(references, terminal);
  const begun = await startRun({
    prompt,
    agent,
    otherAgents: references.slice(1),
    model: options.model,
    repository: repo,
    base: options.base,
    strategy,
    parameters,
    executions: options.runs,
    sandbox,
    image: options.containerImage,
    network: options.network,
    allowHosts: options.allowHost,
    permission: options.permission,
    parallel: options.parallel,
    limits: limitsOf(options),
    access,
    signal: stopSignal(terminal),
  });
  if (!options.quiet && !options.json) {
    const line = `${begun.id} · ${strategy} · ${references.join(', ')} · ${sandbox}`;
    sayLines([painted('dim', harmlessLine(line))], terminal);
  }
  return begun;
}

/** The strategy that is asked for: by its name, or by an option that only one strategy has. */
export function chooseStrategy(options: RunCommandOptions) {
  const { bestOf, candidates, verify, set = [] } = options;
  const isBestOf = bestOf !== undefined || candidates !== undefined;
  return {
    strategy: options.strategy ?? (isBestOf ? 'best-of-n' : 'simple'),
    parameters: {
      ...Object.fromEntries(set.map(({ name, value }) => [name, parameterValue(value)])),
      ...(bestOf !== undefined && { n: bestOf }),
      ...(candidates !== undefined && { candidates }),
      ...(verify !== undefined && { verify }),
    },
  };
}

/** Lists and objects are JSON; what a text means otherwise is for the strategy's schema. */
function parameterValue(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DragomanError('usage', `${text} looks like JSON, and is none.`, { cause });
  }
}

/** All agents that the parameters of a strategy name. */
function agentsIn(parameters: Readonly<Record<string, unknown>>): readonly string[] {
  const { candidates } = parameters;
  const roles = Object.entries(parameters).filter(([name]) => name.endsWith('_agent'));
  const listed = typeof candidates === 'string' ? parseCandidates(candidates) : [];
  return [
    ...listed.flatMap(({ agent }) => agent ?? []),
    ...roles.flatMap(([, agent]) => (typeof agent === 'string' ? agent : [])),
  ];
}

/** How long each turn may take. */
export function limitsOf({ timeout, idleTimeout }: LimitOptions): TurnLimits {
  return {
    ...(timeout !== undefined && { wallMs: timeout }),
    ...(idleTimeout !== undefined && { idleMs: idleTimeout }),
  };
}

/** Where the answers come from, and how much of them each turn may have. */
type AccessOptions = LimitOptions & Pick<RunCommandOptions, 'script' | 'baseUrl' | 'login'>;

/** The models of all agents that take part: a key that is missing is found before anything begins. */
export async function accessOf(
  references: readonly string[],
  options: AccessOptions,
): Promise<(agent: string) => ModelAccess> {
  const chosen = new Map<string, ModelAccess>();
  for (const reference of references) {
    chosen.set(reference, await chooseModel(agentOf(reference), options));
  }
  return (reference) => {
    const access = chosen.get(reference);
    if (access !== undefined) return access;
    throw new DragomanError(
      'key_missing',
      `A task asks for ${reference}, which is none of the agents of this run (${references.join(', ')}).`,
    );
  };
}

function agentOf(reference: string) {
  const { name, version } = parseAgentReference(reference);
  return { name, version: version ?? agents[name].version };
}

async function installAll(references: readonly string[], terminal: Terminal): Promise<void> {
  for (const agent of references.map(agentOf)) {
    if (!(await isInstalled(agent))) await installShown(agent, terminal);
  }
}

function unconfined(): DragomanError {
  return new DragomanError(
    'usage',
    'With --sandbox process nothing confines the agents. Say what they may do: --permission default, plan, acceptEdits or bypass.',
  );
}
