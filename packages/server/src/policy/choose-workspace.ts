import type { StartTurnBody } from '@dragoman/protocol/http';
import { errorCode } from '@dragoman/protocol/internal';
import { realFolder, realPath } from '@dragoman/sandbox';
import type { ServerPolicy, WorkspacePolicy } from '../contract.js';
import { type Refusal, refusal } from '../errors/refusal.js';
import type { FreshFolders } from './fresh-folders.js';

/** Where a turn works. */
export interface ChosenWorkspace {
  /** As the policy lists it. */
  readonly name: string;
  /** The folder. `undefined`: one is to be made. */
  readonly path: string | undefined;
  readonly policy: WorkspacePolicy;
  /** Whether each session has its own folder. */
  readonly isFresh: boolean;
}

interface Continued {
  /** The folder of the session that the turn goes on with. */
  readonly folder?: string | undefined;
}

/**
 * The workspace that a client names; without a name that of the session it goes on with, or the first. A
 * session goes on where it began.
 */
export async function chooseWorkspace(
  { workspaces }: Pick<ServerPolicy, 'workspaces'>,
  { workspace: asked }: Pick<StartTurnBody, 'workspace'>,
  fresh: FreshFolders,
  { folder }: Continued = {},
): Promise<ChosenWorkspace> {
  const [first] = Object.keys(workspaces);
  const known = folder === undefined ? first : await workspaceOf(folder, workspaces, fresh);
  const name = asked ?? known ?? '';
  const policy = Object.hasOwn(workspaces, name) ? workspaces[name] : undefined;
  if (policy === undefined) throw unknown(asked, workspaces);
  if (folder !== undefined && known !== name) {
    const where = known === undefined ? 'a workspace that is not here any more' : known;
    throw refusal(
      'session_elsewhere',
      `The session belongs to ${where}, not to ${name}: go on with it there.`,
    );
  }
  const isFresh = policy.path === undefined;
  const own = policy.path ?? folder;
  if (own === undefined) return { name, path: undefined, policy, isFresh };
  return { name, path: await existing(own, name, isFresh), policy, isFresh };
}

async function existing(path: string, name: string, isFresh: boolean): Promise<string> {
  return realFolder(path, 'workspace_missing', `The workspace ${name}:`).catch((error: unknown) => {
    const isGone = error instanceof Error && errorCode(error.cause) === 'ENOENT';
    if (!isFresh || !isGone) throw error;
    throw refusal(
      'session_unknown',
      'The folder of this session is gone, and the session with it. Begin a new one; a conversation, under another name.',
      { cause: error },
    );
  });
}

/** Which of the workspaces the folder of a session is of. */
async function workspaceOf(
  folder: string,
  workspaces: ServerPolicy['workspaces'],
  fresh: FreshFolders,
): Promise<string | undefined> {
  const name = fresh.workspaceOf(folder);
  if (name !== undefined) return Object.hasOwn(workspaces, name) ? name : undefined;
  for (const [listed, { path }] of Object.entries(workspaces)) {
    if (path !== undefined && (await realPath(path)) === folder) return listed;
  }
  return undefined;
}

function unknown(asked: string | undefined, workspaces: ServerPolicy['workspaces']): Refusal {
  return refusal(
    'workspace_unknown',
    `There is no workspace ${JSON.stringify(asked ?? '')}. There are: ${Object.keys(workspaces).join(', ')}.`,
  );
}
