import type { AgentReference } from '@dragoman/agents';
import type { HostedTools } from '@dragoman/gateway';
import { isInstalled, startTurn } from '@dragoman/runtime';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { sayLines } from '../../terminal/print-lines.js';
import type { Terminal } from '../../terminal/terminal.js';
import { installShown } from '../agents/install-shown.js';
import { cancelSignal } from './cancel-signal.js';
import { chooseModel } from './choose-model.js';
import { type ChosenSandbox, chooseSandbox } from './choose-sandbox.js';
import { chooseSession } from './choose-session.js';
import type { ExecOptions } from './exec-options.js';
import { followTurn } from './follow-turn.js';
import { readPrompt } from './read-prompt.js';
import { positionLine } from './sandbox-line.js';

/**
 * `dragoman exec`: one turn of an agent, here. All that can be wrong with what was asked is said
 * before anything is installed or started.
 */
export async function exec(
  given: string | undefined,
  options: ExecOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const prompt = await readPrompt(given, terminal);
  if (terminal.signal.aborted) return EXIT.interrupted;
  const stateDirectory = defaultStateDirectory();
  const session = await chooseSession(options, stateDirectory);
  const { agent } = session;
  const [access, place] = await Promise.all([
    chooseModel(agent.name, options),
    chooseSandbox(options, session, stateDirectory),
  ]);
  if (place.agentFrom === 'cache') await makeSureInstalled(agent, terminal);
  const { sessionKind: _shown, ...where } = place;
  const turn = await startTurn({
    ...where,
    agent: `${agent.name}@${agent.version}`,
    prompt,
    access,
    stateDirectory,
    ...(options.model !== undefined && { model: options.model }),
    ...(options.writable !== undefined && { writable: options.writable }),
    ...(options.allowWebSearch && { hostedTools: hostedToolsOf(place) }),
    resume: session.entry?.sessionId,
    limits: limitsOf(options),
    signal: cancelSignal(terminal),
  });
  sayLines([positionLine(agent, place, access)], terminal);
  const { json, full } = options;
  return followTurn(turn, { agent: agent.name, cwd: place.cwd, prompt, json, full }, terminal);
}

async function makeSureInstalled(agent: AgentReference, terminal: Terminal): Promise<void> {
  if (!(await isInstalled(agent))) await installShown(agent, terminal);
}

/** Search besides what the network lets the provider do anyway. */
function hostedToolsOf({ network, sandbox }: ChosenSandbox): HostedTools {
  const mode = network ?? sandbox.abilities.networks[0] ?? 'none';
  return mode === 'none' ? ['web_search'] : 'allow';
}

function limitsOf({ timeout, idleTimeout }: ExecOptions) {
  return {
    ...(timeout !== undefined && { wallMs: timeout }),
    ...(idleTimeout !== undefined && { idleMs: idleTimeout }),
  };
}
