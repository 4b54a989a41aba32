import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError, usageFigures } from '@dragoman/protocol';
import {
  createFileOnce,
  makeFolder,
  namesIn,
  readJsonFile,
  sandboxKinds,
  sandboxProvider,
  writeJsonFile,
} from '@dragoman/sandbox';
import { z } from 'zod';

/** Which HOME and workspace each session has. */
export interface SessionRegistry {
  find(agent: string, sessionId: string): Promise<SessionEntry | undefined>;
  /** As `find`, and throws `session_unknown` when there is none. */
  require(agent: string, sessionId: string): Promise<SessionEntry>;
  /** All whose id begins so, of whichever agent; only the one whose whole id it is, if there is one. */
  beginningWith(beginning: string): Promise<readonly SessionEntry[]>;
  /** All whose agent keeps them in this HOME. */
  inHome(agent: string, home: string): Promise<readonly SessionEntry[]>;
  all(): Promise<readonly SessionEntry[]>;
  /** As `all`, with the files that can't be read, such as those that a power failure left empty. */
  survey(): Promise<SessionSurvey>;
  /** Removes what is known of a session. Its HOME stays. */
  forget(entry: Pick<SessionEntry, 'agent' | 'sessionId'>): void;
  /** At once: a session is only good for a resume when it is known before its owner can die. */
  note(entry: SessionEntry): void;
  /** As `note`, where there is none with its id; otherwise that one stays, and this says `false`. */
  noteNew(entry: SessionEntry): boolean;
}

export interface SessionSurvey {
  readonly entries: readonly SessionEntry[];
  readonly damaged: readonly string[];
}

const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const HASHED_NAME = /^[0-9a-f]{64}\.json$/;

/** The sessions of a state folder. */
export function createSessionRegistry(stateDirectory: string): SessionRegistry {
  const root = join(stateDirectory, 'sessions');
  const fileOf = (agent: string, sessionId: string): string =>
    join(root, fileName(agent), `${fileName(sessionId)}.json`);
  const read = (path: string) =>
    readJsonFile(path, (value): value is SessionEntry => sessionEntry.safeParse(value).success);
  const find = (agent: string, sessionId: string) => read(fileOf(agent, sessionId));
  return {
    find,
    async require(agent, sessionId) {
      const entry = await find(agent, sessionId);
      if (entry !== undefined) return entry;
      throw new DragomanError(
        'session_unknown',
        `There is no session ${sessionId} of ${agent} in ${root}${await othersWith(sessionId)}.`,
      );
    },
    async beginningWith(beginning) {
      if (beginning === '') return [];
      const entries = await namedLike(beginning);
      const whole = entries.filter(({ sessionId }) => sessionId === beginning);
      if (whole.length > 0) return whole;
      return entries.filter(({ sessionId }) => sessionId.startsWith(beginning));
    },
    async inHome(agent, home) {
      const folder = join(root, fileName(agent));
      const entries: SessionEntry[] = [];
      // One after the other: there may be more of them than a process may open at once.
      for (const name of await namesIn(folder)) {
        const entry = await read(join(folder, name));
        if (entry?.home === home) entries.push(entry);
      }
      return entries;
    },
    all: () => namedLike(''),
    survey: () => surveyLike(''),
    forget({ agent, sessionId }) {
      rmSync(fileOf(agent, sessionId), { force: true });
    },
    note(entry) {
      makeFolder(join(root, fileName(entry.agent)));
      writeJsonFile(fileOf(entry.agent, entry.sessionId), entry);
    },
    noteNew(entry) {
      makeFolder(join(root, fileName(entry.agent)));
      return createFileOnce(fileOf(entry.agent, entry.sessionId), `${JSON.stringify(entry)}\n`);
    },
  };

  async function namedLike(beginning: string): Promise<readonly SessionEntry[]> {
    return (await surveyLike(beginning)).entries;
  }

  /** Where a file is named by its id, only those are read that may be meant. */
  async function surveyLike(beginning: string): Promise<SessionSurvey> {
    const entries: SessionEntry[] = [];
    const damaged: string[] = [];
    for (const agent of await namesIn(root)) {
      for (const name of await namesIn(join(root, agent))) {
        if (!name.startsWith(beginning) && !HASHED_NAME.test(name)) continue;
        const path = join(root, agent, name);
        const entry = await read(path);
        if (entry !== undefined) entries.push(entry);
        // One that is gone by now was removed, and drafts are no sessions.
        else if (name.endsWith('.json') && existsSync(path)) damaged.push(path);
      }
    }
    return { entries, damaged };
  }

  async function othersWith(sessionId: string): Promise<string> {
    for (const agent of await readdir(root).catch(() => [])) {
      if ((await find(agent, sessionId)) !== undefined) return `; it is one of ${agent}`;
    }
    return '';
  }
}

/** Ids come from programs: one that isn't plainly a file's name is named by its hash. */
function fileName(id: string): string {
  return PLAIN_NAME.test(id) ? id : createHash('sha256').update(id).digest('hex');
}

/** Whether a file of the registry, which may be damaged, is that of a session. */
export function namesSession(
  path: string,
  {
    agent,
    sessionId,
  }: { readonly agent?: string | undefined; readonly sessionId?: string | undefined },
): boolean {
  if (agent === undefined || sessionId === undefined) return false;
  return path.endsWith(join('/', fileName(agent), `${fileName(sessionId)}.json`));
}

/** What is known of a session, so that a later turn can go on with it. */
const sessionEntry = z.object({
  agent: z.string(),
  sessionId: z.string(),
  /** The version that spoke last. */
  version: z.string().optional(),
  /** The HOME in which the agent keeps it. */
  home: z.string(),
  /** On this machine. */
  workspace: z.string(),
  /** The kind of its sandbox. */
  sandbox: z.string(),
  /** Whether the workspace has another path in that sandbox. Absent in entries of older versions. */
  movesPaths: z.boolean().optional(),
  /** The folder that paths in such a sandbox begin at, where that isn't the workspace. */
  pathBase: z.string().optional(),
  /** Whether an agent was ever confined in its HOME. Absent in entries of older versions. */
  confinesFiles: z.boolean().optional(),
  /** What the user said first: its beginning, without secrets. Absent in entries of older versions. */
  firstPrompt: z.string().optional(),
  /** The model that the agent named last. */
  modelId: z.string().optional(),
  /** What the turns that came to their end have used. */
  usage: usageFigures.optional(),
  /** What answered in all its turns, if that was never a real model: nobody was paid. */
  unpaid: z.enum(['scripted', 'replayed']).optional(),
  /** Sessions that it, or what it came from, is a fork of, in files that were copied into its HOME with it. */
  origins: z.array(z.string()).optional(),
  /** How many turns have begun in it. */
  turns: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type SessionEntry = z.infer<typeof sessionEntry>;

/** What is said of a session whose file can't be read. */
export function damagedSession(path: string): DragomanError {
  return new DragomanError(
    'session_damaged',
    `The session of ${path} can't be resumed: what Dragoman noted of it there is damaged. What was said in it is still below the folder "homes" beside "sessions". Restore the file from a backup, or remove it: then \`dragoman doctor --reap\` removes the rest, too.`,
  );
}

/** Whether the agent knows the session's files by other paths than this machine does. */
export function movedPaths({ sandbox, movesPaths }: SessionEntry): boolean {
  if (movesPaths !== undefined) return movesPaths;
  return isBuiltIn(sandbox) && (sandboxProvider(sandbox).abilities.movesPaths ?? false);
}

/** Whether walls confined an agent that worked in the session. */
export function wasConfined({ sandbox, confinesFiles }: SessionEntry): boolean {
  if (confinesFiles !== undefined) return confinesFiles;
  return !isBuiltIn(sandbox) || sandboxProvider(sandbox).abilities.confinesFiles;
}

function isBuiltIn(sandbox: string): boolean {
  return sandboxKinds.some((kind) => kind === sandbox);
}
