import { createHash, randomUUID } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import {
  isThere,
  liesIn,
  makeFolder,
  namesIn,
  realFolder,
  realPath,
  removeTree,
} from '@dragoman/sandbox';
import { copyTemplate } from './copy-template.js';

/**
 * The folders that are made for sessions, each for one. They lie outside of Dragoman's state folder, which no
 * agent may work in: `<root>/<workspace>/<id>`.
 */
export interface FreshFolders {
  readonly root: string;
  /** Makes one; with the content of a template, unless its path is empty. */
  make(workspace: string, template: string): Promise<string>;
  /** The name of the workspace that a folder is one of; `undefined` for a folder that is none of these. */
  workspaceOf(folder: string): string | undefined;
  /** All there are, those that a server left half-made included. */
  list(): Promise<readonly string[]>;
  /** Nothing where it is gone. A folder that is none of these is left alone. */
  remove(folder: string): Promise<void>;
}

/**
 * `<state folder>-workspaces`, or a folder in `$DRAGOMAN_WORKSPACES` that is named for the state folder.
 * Each state folder has another: the sweep of a server takes what its own turns don't know for lost.
 *
 * @param stateDirectory without links, so that it has one name
 */
export function freshFoldersRoot(
  stateDirectory: string,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const configured = environment.DRAGOMAN_WORKSPACES;
  if (!configured) return `${stateDirectory}-workspaces`;
  const mark = createHash('sha256').update(stateDirectory).digest('hex').slice(0, 12);
  return join(resolve(configured), `${basename(stateDirectory)}-${mark}`);
}

export async function createFreshFolders(
  stateDirectory: string,
  environment?: NodeJS.ProcessEnv,
): Promise<FreshFolders> {
  const state = await realPath(resolve(stateDirectory));
  const root = await realPath(freshFoldersRoot(state, environment));
  if (liesIn(state, root)) {
    throw new DragomanError(
      'workspace_unsuitable',
      `The folders of sessions can't lie in Dragoman's own folder ${stateDirectory}, which no agent may see: set DRAGOMAN_WORKSPACES to another.`,
    );
  }
  const workspaceOf = (folder: string): string | undefined => {
    const parent = dirname(folder);
    return dirname(parent) === root ? parent.slice(root.length + 1) : undefined;
  };
  return {
    root,
    workspaceOf,
    async make(workspace, template) {
      const parent = join(root, workspace);
      makeFolder(parent);
      chmodSync(root, 0o700);
      const folder = join(parent, randomUUID());
      if (template === '') await mkdir(folder, { mode: 0o700 });
      else await makeCopy(template, folder);
      return folder;
    },
    async list() {
      const workspaces = await namesIn(root);
      const folders = await Promise.all(
        workspaces.map(async (name) =>
          (await namesIn(join(root, name))).map((id) => join(root, name, id)),
        ),
      );
      return folders.flat();
    },
    async remove(folder) {
      if (workspaceOf(folder) !== undefined) await removeTree(folder);
    },
  };
}

/** No session ever gets half of a template: it has its name when it is complete. */
async function makeCopy(template: string, folder: string): Promise<void> {
  const from = await realFolder(template, 'workspace_missing', 'The template');
  const draft = `${folder}.draft`;
  try {
    await copyTemplate(from, draft, folder);
    await rename(draft, folder);
  } catch (cause) {
    if (await isThere(draft)) await removeTree(draft);
    throw new DragomanError(
      'workspace_missing',
      `The template ${template} can't be copied: ${reasonOf(cause)}.`,
      { cause },
    );
  }
}
