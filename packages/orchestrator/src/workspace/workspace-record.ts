import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DragomanError, isJsonObject, parseJson } from '@dragoman/protocol';
import { writeJsonFile } from '@dragoman/sandbox';
import type { Workspace } from '../contract.js';

/**
 * What is known of a workspace, kept beside its folder, where no agent can reach it: an agent can write
 * anything into its own `.git`.
 */
export interface WorkspaceRecord {
  readonly version: 1;
  readonly workspace: Workspace;
  /** `making`: nobody has worked there. `open`: its work may be nowhere else. `imported`: it is. */
  readonly state: 'making' | 'open' | 'imported';
}

/** Names become folders and parts of refs. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,150}$/;

/** Refuses a name that can't be a folder: `workspace_name_invalid`. */
export function checkWorkspaceName(name: string): void {
  if (NAME.test(name) && !name.endsWith('.json')) return;
  throw new DragomanError(
    'workspace_name_invalid',
    `${JSON.stringify(name)} can't be the name of a workspace: letters, digits and . _ - only, at most 150.`,
  );
}

export function workspaceDirectory(root: string, name: string): string {
  checkWorkspaceName(name);
  return join(root, name);
}

export function writeRecord(root: string, record: WorkspaceRecord): void {
  writeJsonFile(recordPath(root, record.workspace.name), record);
}

/** The record of a workspace, if there is one. One that can't be read is an error: its folder may hold work. */
export function readRecord(root: string, name: string): WorkspaceRecord | undefined {
  checkWorkspaceName(name);
  const path = recordPath(root, name);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const parsed = parseJson(text);
  if (parsed.ok && isRecord(parsed.value)) return parsed.value;
  throw new DragomanError(
    'workspace_record_invalid',
    `${path} does not say what the workspace beside it is. Look whether there is work in that folder, then remove both.`,
  );
}

/** Says whether the work of a workspace is elsewhere, too. To be called again before an agent goes on in it. */
export function setWorkspaceState(
  root: string,
  workspace: Workspace,
  state: 'open' | 'imported',
): void {
  writeRecord(root, { version: 1, workspace, state });
}

export function recordPath(root: string, name: string): string {
  return join(root, `${name}.json`);
}

/** Only this user can have written it, so its parts are taken as they are. */
function isRecord(value: unknown): value is WorkspaceRecord {
  return (
    isJsonObject(value) &&
    value.version === 1 &&
    (value.state === 'making' || value.state === 'open' || value.state === 'imported') &&
    isJsonObject(value.workspace) &&
    ['name', 'directory', 'branch'].every((key) => isText(value.workspace, key)) &&
    isCommitHolder(value.workspace)
  );
}

function isText(value: unknown, key: string): boolean {
  return isJsonObject(value) && typeof value[key] === 'string';
}

function isCommitHolder(value: Readonly<Record<string, unknown>>): boolean {
  const { base, seed, includes } = value;
  return isText(base, 'commit') && isText(seed, 'directory') && Array.isArray(includes);
}
