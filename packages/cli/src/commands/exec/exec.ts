import { type AgentReference, agents } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { startTurn, type Turn, type TurnOptions } from '@dragoman/runtime';
import { checkTurnRequest, isInstalled, turnLocation } from '@dragoman/runtime/internal';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { EXIT, type ExitCode, exitCodeOf } from '../../exit-code.js';
import type { ExecOptions } from '../../program/exec-command.js';
import { reportError } from '../../report-error.js';
import { type Line, painted, sayLines } from '../../terminal/line.js';
import type { Terminal } from '../../terminal/terminal.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { installShown } from '../agents/install.js';
import { readAgentRequest } from './agent-request.js';
import { chooseGiven } from './choose-given.js';
import { chooseModel, loginNotes } from './choose-model.js';
import { chooseProvider, chooseSandbox, repositoryLine, sandboxLine } from './choose-sandbox.js';
import type { ChosenSession } from './choose-session.js';
import { applicable } from './file-settings.js';
import { inFlags } from './flag-names.js';
import { cancelSignal, followTurn } from './follow-turn.js';
import { type MessageFile, openMessageFile } from './message-file.js';
import { writeNotStarted } from './not-started.js';
import { readOptions } from './read-options.js';
import { readPrompt } from './read-prompt.js';

/**
 * `dragoman exec`: one turn of an agent. Options are checked before anything is installed or started. A
 * refusal before the start has its own exit code; with `--json` it is also the one event, an `end`.
 */
export async function exec(
  given: string | undefined,
  options: ExecOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const begun = await begin(given, options, terminal).catch(notStarted(options, terminal));
  if (typeof begun === 'number') return begun;
  const { json, full, diff, verbose, quiet } = options;
  return followTurn(begun.turn, { ...begun, json, full, diff, verbose, quiet }, terminal);
}

interface BegunTurn {
  readonly turn: Turn;
  readonly agent: string;
  readonly cwd: string;
  readonly prompt: string;
  readonly lastMessage: MessageFile | undefined;
  readonly keyVariable: string | undefined;
  readonly login: boolean;
  readonly isUnpaid: boolean;
}

async function begin(
  given: string | undefined,
  flags: ExecOptions,
  terminal: Terminal,
): Promise<BegunTurn | ExitCode> {
  if (flags.fork && flags.resume === undefined && !flags.continue) {
    throw new DragomanError('usage', '--fork needs a session: give --resume or --continue, too.');
  }
  const prompt = await readPrompt(given, 'exec', terminal);
  if (terminal.signal.aborted) return EXIT.interrupted;
  const stateDirectory = defaultStateDirectory();
  const read = await readOptions(flags, stateDirectory, terminal.signal);
  const { session } = read;
  if (flags.prices !== undefined && read.options.budgetUsd === undefined) {
    throw new DragomanError('usage', '--prices is for --budget-usd: give that, too.');
  }
  const { agent } = session;
  const [access, sandbox] = await Promise.all([
    chooseModel(agent, read.options),
    chooseProvider(read.options, session, stateDirectory),
  ]);
  const { options, notes: leftOut } = applicable(read.options, read.files, { agent, sandbox });
  const chosen = chooseSandbox(options, session, sandbox);
  const { request, notes } = await readAgentRequest(options, agent, chosen);
  const beside = await chooseGiven(options, flags, terminal);
  const { sessionKind: _shown, ...where } = chosen;
  const asked = {
    ...where,
    ...beside,
    ...request,
    agent: `${agent.name}@${agent.version}`,
    prompt,
    ...(options.model !== undefined && { model: options.model }),
    ...continued(session, options),
  };
  checkTurnRequest({ ...asked, access }, { confined: chosen.sandbox.abilities.confinesFiles });
  const file = options.outputLastMessage;
  const lastMessage = file === undefined ? undefined : openMessageFile(file);
  const located = {
    ...asked,
    stateDirectory,
    ...(options.writable !== undefined && { writable: options.writable }),
  };
  const start = async (): Promise<Turn> => {
    if (chosen.agentFrom === 'cache' && !(await isInstalled(agent))) {
      // Nobody waits for a download to learn of a folder that isn't there.
      await turnLocation(located);
      await installShown(agent, terminal);
    }
    return startIn(session, {
      ...located,
      access,
      ...(options.diff && { changes: 'diffs' as const }),
      limits: limitsOf(options),
      signal: cancelSignal(terminal),
    });
  };
  const turn = await start().catch((error: unknown) => {
    lastMessage?.close();
    throw error;
  });
  const intro = [
    sandboxLine(agent, chosen, access),
    ...copyLine(session),
    ...repositoryLine(chosen, options),
    ...[...read.notes, ...leftOut, ...notes, ...loginNotes(access, chosen.sandbox.abilities)].map(
      noteLine,
    ),
  ];
  if (!options.quiet) sayLines(intro, terminal);
  const login = access.kind === 'forward' && access.login !== undefined;
  const keyVariable = access.kind === 'forward' && !login ? keyVariableOf(agent) : undefined;
  const paidBy = { keyVariable, login, isUnpaid: access.kind !== 'forward' };
  return { turn, agent: agent.name, cwd: chosen.cwd, prompt, lastMessage, ...paidBy };
}

/** Which files the turn goes on with is no matter of course. */
function copyLine({ entry }: ChosenSession): Line[] {
  if (entry?.adopt === undefined) return [];
  return [painted('dim', 'It continues in a copy of the session; the original stays as it is.')];
}

/** A session that was copied for a turn that is refused is as it was before. */
async function startIn({ entry }: ChosenSession, options: TurnOptions): Promise<Turn> {
  const adopted = await entry?.adopt?.();
  try {
    return await startTurn(options);
  } catch (error) {
    await adopted?.undo();
    throw error;
  }
}

/** What kept a turn from starting. A bug is no refusal. */
function notStarted({ json }: ExecOptions, terminal: Terminal) {
  return async (error: unknown): Promise<ExitCode> => {
    if (!(error instanceof DragomanError) || terminal.signal.aborted) throw error;
    const shown = inFlags(error);
    reportError(shown, terminal);
    if (json) await writeNotStarted(shown, terminal);
    const code = exitCodeOf(error);
    return code === EXIT.usage ? code : EXIT.notStarted;
  };
}

function keyVariableOf({ name }: AgentReference): string | undefined {
  return agents[name].keys.keyVariables.find((variable) => process.env[variable]);
}

/** A copy of what an agent began on its own is a fork already. */
function continued({ entry }: ChosenSession, { fork }: ExecOptions) {
  const isForked = fork === true && entry !== undefined && entry.adopt === undefined;
  return isForked ? { fork: entry.sessionId } : { resume: entry?.sessionId };
}

function noteLine(note: string): Line {
  return painted('yellow', harmlessLine(`! ${note}`));
}

function limitsOf({ timeout, idleTimeout }: ExecOptions) {
  return {
    ...(timeout !== undefined && { wallMs: timeout }),
    ...(idleTimeout !== undefined && { idleMs: idleTimeout }),
  };
}
