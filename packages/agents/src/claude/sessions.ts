import { join, relative } from 'node:path';
import type { UsageFigures } from '@dragoman/protocol';
import { createSessionStore } from '../sessions/create-session-store.js';
import { loadSessionFile } from '../sessions/load-session-file.js';
import { type OpenFile, textOf } from '../sessions/open-file.js';
import { plainFilesBelow } from '../sessions/plain-files.js';
import { findLastRecord } from '../sessions/search-file.js';
import { holdsText, searchSessionFile } from '../sessions/search-session.js';
import type { SessionFormat, SessionLayout } from '../sessions/session-format.js';
import type {
  LoadedSession,
  LoadOptions,
  SessionCopy,
  SessionStore,
} from '../sessions/session-store.js';
import type { TextFinder } from '../sessions/text-query.js';
import { withSessionFile } from '../sessions/with-session-file.js';
import { createBranches } from './saved/branches.js';
import { countIn, isCount } from './saved/session-count.js';
import { createBranchInterpreter, createClaudeSaved } from './saved.js';
import { namesSubAgents, withSubAgents } from './sessions/sub-agents.js';

const NAME = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.jsonl$/i;
const EXTENSION = '.jsonl';

/**
 * Claude Code keeps its sessions in a folder for each folder it worked in, named after that in a way
 * that can't be undone. The files of sub-agents lie beside them, or in folders of the sessions.
 */
const LAYOUT: SessionLayout = {
  home: ({ CLAUDE_CONFIG_DIR }, userHome) => CLAUDE_CONFIG_DIR || join(userHome, '.claude'),
  folders: (home) => [{ path: join(home, 'projects'), archived: false }],
  depth: 1,
  idOf: (name) => (NAME.test(name) ? name.slice(0, -EXTENSION.length) : undefined),
};

const FORMAT: SessionFormat = {
  agent: 'claude',
  title: 'Claude Code',
  layout: LAYOUT,
  interpreter: createClaudeSaved,
  parts: { areNamedIn: namesSubAgents, join: withSubAgents },
  count: lastCount,
  copies: copiesOf,
};

/** Long outputs and sub-agents are in a folder of the session. */
function copiesOf(path: string, home: string): readonly SessionCopy[] {
  return [path, ...plainFilesBelow(path.slice(0, -EXTENSION.length))].map((from) => ({
    from,
    to: relative(home, from),
  }));
}

/** Every process leaves one at its end, from 2.1.277 on. Without one, the next begins at nothing. */
async function lastCount(file: OpenFile): Promise<UsageFigures | undefined> {
  const sought = { holds: '"cost-state"', is: isCount, within: file.bytes };
  const last = await findLastRecord(file, file.bytes, sought);
  return countIn(last?.record ?? {});
}

/** The sessions of Claude Code. Each is loaded together with its sub-agents. */
export const claudeSessions: SessionStore = {
  ...createSessionStore(FORMAT),
  load: (path, options = {}) =>
    withSessionFile(
      path,
      async (file) => loadActiveBranch(await withSubAgents(file), options),
      options.signal,
    ),
  holds: (path, finder, { signal } = {}) =>
    withSessionFile(path, (file) => holdsWithSubAgents(file, finder), signal),
  search: (path, finder, onMatch, { signal } = {}) =>
    withSessionFile(
      path,
      async (file) => searchSessionFile(await withSubAgents(file), FORMAT, finder, onMatch),
      signal,
    ),
  text: (path, { signal } = {}) =>
    withSessionFile(path, async (file) => textOf(await withSubAgents(file)), signal),
};

/** The bytes that name sub-agents are searched for the text, too: most sessions are read once. */
async function holdsWithSubAgents(file: OpenFile, finder: TextFinder): Promise<boolean> {
  let isFound = false;
  const whole = await withSubAgents(file, (run) => {
    isFound = finder.mayBeIn(run, 0) !== -1;
    return !isFound;
  });
  return isFound || (whole !== file && (await holdsText(whole, finder)));
}

/**
 * A session without the turns that somebody went back from. Which those are is known at the end: a
 * session that has any is read twice.
 */
async function loadActiveBranch(file: OpenFile, options: LoadOptions): Promise<LoadedSession> {
  const branches = createBranches();
  const whole = { ...FORMAT, interpreter: () => createBranchInterpreter(branches) };
  const loaded = await loadSessionFile(file, whole, options);
  const leftOut = branches.leftBehind();
  if (leftOut.size === 0) return loaded;
  const active = { ...FORMAT, interpreter: () => createBranchInterpreter(createBranches(leftOut)) };
  const session = await loadSessionFile(file, active, options);
  return { ...session, notes: [...session.notes, noteOn(leftOut.size)] };
}

function noteOn(turns: number): string {
  return turns === 1
    ? 'One turn is left out: the session goes on from before it.'
    : `${turns} turns are left out: the session goes on from before them.`;
}
