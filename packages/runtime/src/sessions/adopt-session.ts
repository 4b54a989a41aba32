import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent, RunCli } from '@dragoman/agents';
import { createRedactor, DragomanError, type UnifiedMessage } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { makeFolder, removeTree } from '@dragoman/sandbox';
import { listTurns } from '../turn/list-turns.js';
import { copySession } from './copy-session.js';
import { withHome } from './home-lock.js';
import { removeEntries } from './remove-entries.js';
import { homesDirectory } from './session-home.js';
import { createSessionRegistry, type SessionEntry } from './session-registry.js';

/** A session that an agent's CLI began on its own. */
export interface AdoptOptions {
  readonly agent: Pick<Agent, 'name' | 'version' | 'interpreter'>;
  /** Its file, or another path that a list gives. */
  readonly path: string;
  /** The folder in which the CLI keeps its things. */
  readonly home: string;
  readonly stateDirectory: string;
  /** Runs the user's CLI, where its sessions are in a database. */
  readonly run: RunCli;
  /** Runs the CLI in a HOME, confined, in a folder that it can only read. */
  readonly runIn: (home: string, cwd: string) => RunCli;
  readonly signal?: AbortSignal | undefined;
}

/** As much as a list shows. */
const LONGEST_PROMPT = 2000;

/** A session that can be copied, and the folder to which it belongs. */
export interface Adoption {
  readonly sessionId: string;
  readonly workspace: string;
  /** Copies it. From then on, turns go on with the copy. */
  adopt(): Promise<AdoptedSession>;
}

/** A copy that turns can go on with. */
export interface AdoptedSession {
  /** Removes the copy, unless a turn has gone on with it. */
  undo(): Promise<void>;
}

/**
 * Prepares to copy a session that an agent's CLI began on its own into a HOME of the state folder, so
 * that turns can go on with it. The original stays as it is. Nothing but the session is copied: no
 * settings, no logins. A session has one copy, under its id: where there is one, and the session went on
 * without it, this rejects with `session_copied`.
 */
export async function prepareAdoption(options: AdoptOptions): Promise<Adoption> {
  const { agent, path, run, signal } = options;
  const { sessions } = agent.interpreter;
  const isFile = !sessions.isLocation?.(path);
  const { session, messages } = await sessions.load(path, {
    ...(isFile && { last: 1 }),
    run,
    signal,
  });
  const [summary] = isFile ? await sessions.summarise([path]) : [];
  const workspace = session?.cwd ?? summary?.cwd;
  const sessionId = session?.id ?? summary?.id;
  if (sessionId === undefined || workspace === undefined) throw noWorkspace(path);
  await checkFolder(workspace, sessionId);
  const registry = createSessionRegistry(options.stateDirectory);
  if ((await registry.find(agent.name, sessionId)) !== undefined) throw copiedBefore(sessionId);
  const prompt = (isFile ? summary?.firstPrompt : promptIn(messages)) ?? '';
  const facts = {
    firstPrompt: createRedactor().text(prompt).slice(0, LONGEST_PROMPT) || undefined,
    modelId: session?.modelId,
    turns: summary?.turns ?? 0,
    createdAt: summary?.startedAt ?? new Date().toISOString(),
  };
  return { sessionId, workspace, adopt: () => adopt(options, { sessionId, workspace, ...facts }) };
}

function promptIn(messages: readonly UnifiedMessage[]): string | undefined {
  const first = messages.find(({ role, synthetic }) => role === 'user' && synthetic === undefined);
  const text = first?.content.find((block) => block.type === 'text');
  return text?.text;
}

type Facts = Pick<
  SessionEntry,
  'sessionId' | 'workspace' | 'firstPrompt' | 'modelId' | 'turns' | 'createdAt'
>;

async function adopt(options: AdoptOptions, facts: Facts): Promise<AdoptedSession> {
  const { agent, stateDirectory } = options;
  const home = join(homesDirectory(stateDirectory), `adopted${randomBytes(8).toString('hex')}`);
  const entry: SessionEntry = {
    ...facts,
    agent: agent.name,
    version: agent.version,
    home,
    updatedAt: new Date().toISOString(),
    // The user's own CLI ran as the user.
    sandbox: 'process',
    movesPaths: false,
    confinesFiles: false,
  };
  // Until it is known whose it is, nobody may take the HOME for one that was left behind.
  await withHome(home, async () => {
    try {
      makeFolder(home);
      const origins = await copySession(options, home, facts);
      const noted = origins.length === 0 ? entry : { ...entry, origins: [...origins] };
      const isFirst = createSessionRegistry(stateDirectory).noteNew(noted);
      if (!isFirst) throw copiedBefore(facts.sessionId);
    } catch (error) {
      await removeTree(home);
      throw error;
    }
  });
  return { undo: () => undo(entry, stateDirectory) };
}

const STAYS: ReadonlySet<unknown> = new Set(['session_busy', 'session_damaged']);

async function undo(copied: SessionEntry, stateDirectory: string): Promise<void> {
  const { agent, sessionId, home, turns } = copied;
  const choose = async () => {
    const entry = await createSessionRegistry(stateDirectory).find(agent, sessionId);
    const isUsed = (await listTurns(stateDirectory)).some((turn) => turn.home === home);
    return entry?.home === home && entry.turns === turns && !isUsed ? [entry] : [];
  };
  try {
    await removeEntries(home, stateDirectory, choose);
  } catch (error) {
    // A turn is at work in the copy, or a session may be that can't be read: it stays.
    if (!STAYS.has(errorCode(error))) throw error;
  }
}

async function checkFolder(workspace: string, sessionId: string): Promise<void> {
  const found = await stat(workspace).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new DragomanError(
    'session_elsewhere',
    `The session ${sessionId} belongs to ${workspace}, and there is no such folder here.`,
  );
}

function noWorkspace(path: string): DragomanError {
  return new DragomanError(
    'session_elsewhere',
    `${path} doesn't say to which folder its session belongs, so that no turn can go on with it.`,
  );
}

function copiedBefore(sessionId: string): DragomanError {
  return new DragomanError(
    'session_copied',
    `The session ${sessionId} was copied before, and turns have gone on with the copy. To continue the copy: dragoman exec --resume ${sessionId}. To copy the session as it is now, remove the copy first, with what those turns said: dragoman sessions remove ${sessionId} --yes`,
  );
}
