import { resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { agentIn, agentVersion } from '../agent-version.js';
import { type ModelAccess, resolveModelAccess } from '../model/model-access.js';
import type { CallerTool, ToolSchema } from '../tools/caller-tool.js';
import { refuseUnknownOptions } from '../turn/known-options.js';
import { endOf } from '../turn/list-turns.js';
import { bothAsked, startTurn, type TurnOptions } from '../turn/start-turn.js';
import type { Turn } from '../turn/turn.js';
import { createSessionTurn, type SessionTurn } from './session-turn.js';

/** Tools of the caller by name. `Schemas` has the schema of each, which says what its `execute` gets. */
export type SessionTools<Schemas extends ToolSchemas = ToolSchemas> = {
  readonly [Name in keyof Schemas]: Omit<CallerTool<Schemas[Name]>, 'name'>;
};

type ToolSchemas = Readonly<Record<string, ToolSchema>>;

/** How the turns of a session run. All of it but `agent` has a default. */
export interface SessionOptions<Schemas extends ToolSchemas = ToolSchemas>
  extends Omit<TurnOptions, 'prompt' | 'cwd' | 'access' | 'tools' | 'signal' | 'id'> {
  /** The workspace. Default: the folder that this process is in. */
  readonly cwd?: string | undefined;
  /** How the model is reached. Default: with the key that the environment has for the agent. */
  readonly access?: ModelAccess | undefined;
  readonly tools?: SessionTools<Schemas> | undefined;
}

/** What one turn has beside, or instead of, what its session has. */
export interface StartOptions<Schemas extends ToolSchemas = ToolSchemas>
  extends Partial<
    Omit<SessionOptions<Schemas>, 'agent' | 'cwd' | 'resume' | 'fork' | 'stateDirectory'>
  > {
  /** Cancels the turn. */
  readonly signal?: AbortSignal | undefined;
  /** The turn's id, as `newTurnId` makes them. */
  readonly id?: string | undefined;
}

/** A conversation with one agent. */
export interface AgentSession {
  /** The agent's id of the session, once it is known. `createSession({ resume: id })` goes on with it. */
  readonly id: string | undefined;
  /** Starts a turn. Those after the first go on with the session. One runs at a time. */
  start<Schemas extends ToolSchemas>(prompt: string, options?: StartOptions<Schemas>): SessionTurn;
}

/**
 * A conversation with an agent: each `start` is a turn of it. Key, sandbox and model come from the
 * environment unless they are given. Nothing is started here.
 *
 * @example
 * const session = createSession({ agent: 'codex', cwd: '.' });
 * const { text, status } = await session.start('Fix the flaky test.');
 * await session.start('Now the docs.');
 */
export function createSession<Schemas extends ToolSchemas>(
  options: SessionOptions<Schemas>,
): AgentSession;
export function createSession(options: SessionOptions): AgentSession {
  refuseUnknownOptions('createSession', options);
  const { agent, resume, fork } = options;
  if (resume !== undefined && fork !== undefined) throw bothAsked();
  agentVersion(agent);
  // The process may be in another folder when a turn starts.
  const cwd = resolve(options.cwd ?? '.');
  let id = resume;
  let current: Turn | undefined;
  let isBusy = false;

  const begin = async (
    prompt: string,
    asked: StartOptions,
    canceled: AbortSignal,
  ): Promise<Turn> => {
    refuseUnknownOptions('start', asked);
    const signal = eitherOf(canceled, asked.signal);
    // Who reads the events sees the end a moment before the turn is over.
    if (isBusy && current !== undefined && endOf(current.directory)) await current.outcome;
    if (isBusy) throw busy();
    isBusy = true;
    try {
      const { resume: _resume, fork: _fork, ...own } = options;
      const access = asked.access ?? own.access ?? accessOf(agent);
      current = await startTurn({
        ...own,
        ...given(asked),
        cwd,
        prompt,
        access,
        signal,
        tools: toolsIn({ ...own.tools, ...asked.tools }),
        ...(id === undefined ? { fork } : { resume: id }),
      });
    } catch (error) {
      isBusy = false;
      throw error;
    }
    const turn = current;
    void turn.outcome.then(() => {
      id = turn.sessionId ?? id;
      isBusy = false;
    });
    return turn;
  };

  function start<Schemas extends ToolSchemas>(
    prompt: string,
    asked?: StartOptions<Schemas>,
  ): SessionTurn;
  function start(prompt: string, asked: StartOptions = {}): SessionTurn {
    const cancel = new AbortController();
    const starting = begin(prompt, asked, cancel.signal);
    return createSessionTurn(starting, (reason) => cancel.abort(reason));
  }

  return {
    get id() {
      return current?.sessionId ?? id;
    },
    start,
  };
}

/** A program without types can give anything as its signal. */
function eitherOf(canceled: AbortSignal, given: AbortSignal | undefined): AbortSignal {
  if (given === undefined) return canceled;
  if (given instanceof AbortSignal) return AbortSignal.any([canceled, given]);
  throw new DragomanError('invalid_request', 'signal is no AbortSignal.');
}

/** What is undefined is not given: it leaves the setting of the session as it is. */
function given(options: StartOptions): StartOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** The key and the address that the environment has for the agent. */
function accessOf(agent: TurnOptions['agent']): ModelAccess {
  return resolveModelAccess({ agent: agentIn(agentVersion(agent)), env: process.env });
}

function toolsIn(tools: SessionTools): readonly CallerTool[] {
  return Object.entries(tools).map(([name, tool]) => ({
    ...tool,
    name,
    // Also where it is a method of a class.
    ...(tool.execute && { execute: tool.execute.bind(tool) }),
  }));
}

function busy(): DragomanError {
  return new DragomanError(
    'session_busy',
    'This session has a turn under way. Wait for its end (await the turn), cancel it, or create another session.',
  );
}
