import { isAbsolute } from 'node:path';
import { isJsonObject } from '@dragoman/protocol';
import { type EngineName, engineNames } from '../container/engine-environment.js';
import { type SandboxKind, sandboxKinds } from '../contract.js';
import { isRunDirectoryOf } from '../files/run-directory.js';
import { isProcessOwner, type ProcessOwner } from './process-owner.js';

/**
 * What is known of a sandbox after its owner has died: it is in the state folder, as
 * `sandboxes/<id>/sandbox.json`, from before anything of the sandbox exists until all of it is gone.
 */
export interface SandboxRecord {
  readonly id: string;
  readonly kind: SandboxKind;
  readonly createdAt: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly owner: ProcessOwner;
  readonly workspace: string;
  readonly home: string;
  /** The container engine that has it, for a sandbox of that kind. */
  readonly engine?: EngineName;
  /** The folders that control groups of its commands are in, where it has such. */
  readonly groupsIn?: readonly string[];
  /** Where its sockets are. It need not exist. */
  readonly runDirectory: string;
}

/** The variable that all processes of a sandbox are started with. */
export const sandboxVariable = 'DRAGOMAN_SANDBOX';

/**
 * Whether this is a record as they are written here. A record decides what is removed, so one that
 * names anything but the sandbox's own folder is none.
 */
export function isSandboxRecord(value: unknown): value is SandboxRecord {
  if (!isJsonObject(value)) return false;
  const { id, kind, labels, owner, engine, groupsIn, runDirectory } = value;
  return (
    typeof id === 'string' &&
    /^[0-9a-f]{16}$/.test(id) &&
    sandboxKinds.some((known) => known === kind) &&
    ['createdAt', 'workspace', 'home'].every((name) => typeof value[name] === 'string') &&
    isJsonObject(labels) &&
    Object.values(labels).every((label) => typeof label === 'string') &&
    isProcessOwner(owner) &&
    (engine === undefined || engineNames.some((known) => known === engine)) &&
    (groupsIn === undefined || isListOfPaths(groupsIn)) &&
    typeof runDirectory === 'string' &&
    isRunDirectoryOf(id, runDirectory)
  );
}

function isListOfPaths(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((path) => typeof path === 'string' && isAbsolute(path))
  );
}
