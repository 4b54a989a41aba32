import type { AgentReference } from '@dragoman/agents';
import type { HostedTools } from '@dragoman/gateway';
import { DragomanError } from '@dragoman/protocol';
import { startTurn } from '@dragoman/runtime';
import { isInstalled } from '@dragoman/runtime/internal';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { ExecOptions } from '../../program/exec-command.js';
import { sayLines } from '../../terminal/line.js';
import type { Terminal } from '../../terminal/terminal.js';
import { installShown } from '../agents/install.js';
import { chooseModel } from './choose-model.js';
import { type ChosenSandbox, chooseSandbox, sandboxLine } from './choose-sandbox.js';
import { chooseSession } from './choose-session.js';
import { cancelSignal, followTurn } from './follow-turn.js';

/** More than any model reads at once. */
const LONGEST_BYTES = 16 * 1024 * 1024;

/** `dragoman exec`: one turn of an agent. Options are checked before anything is installed or started. */
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
  const [access, chosen] = await Promise.all([
    chooseModel(agent.name, options),
    chooseSandbox(options, session, stateDirectory),
  ]);
  if (chosen.agentFrom === 'cache') await makeSureInstalled(agent, terminal);
  const { sessionKind: _shown, ...where } = chosen;
  const turn = await startTurn({
    ...where,
    agent: `${agent.name}@${agent.version}`,
    prompt,
    access,
    stateDirectory,
    ...(options.model !== undefined && { model: options.model }),
    ...(options.writable !== undefined && { writable: options.writable }),
    ...(options.allowWebSearch && { hostedTools: hostedToolsOf(chosen) }),
    resume: session.entry?.sessionId,
    limits: limitsOf(options),
    signal: cancelSignal(terminal),
  });
  sayLines([sandboxLine(agent, chosen, access)], terminal);
  const { json, full } = options;
  return followTurn(turn, { agent: agent.name, cwd: chosen.cwd, prompt, json, full }, terminal);
}

async function makeSureInstalled(agent: AgentReference, terminal: Terminal): Promise<void> {
  if (!(await isInstalled(agent))) await installShown(agent, terminal);
}

/** Without a network only web search; with one, the provider's tools are allowed anyway. */
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

/** The prompt: the argument, or all of stdin if that is no keyboard. */
async function readPrompt(given: string | undefined, terminal: Terminal): Promise<string> {
  if (given === undefined && terminal.isTyped) {
    throw new DragomanError('usage', 'Give a prompt: dragoman exec "…"');
  }
  const prompt = given === undefined || given === '-' ? await readAll(terminal) : given;
  if (prompt.trim() === '' && !terminal.signal.aborted) {
    throw new DragomanError('usage', 'The prompt is empty.');
  }
  return prompt;
}

async function readAll(terminal: Terminal): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of terminal.read()) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > LONGEST_BYTES) throw tooLong();
    }
    return text + decoder.decode();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new DragomanError('usage', 'The prompt on stdin is not text (UTF-8).', { cause });
  }
}

function tooLong(): DragomanError {
  return new DragomanError('usage', 'The prompt on stdin is longer than 16 MiB.');
}
