import { readdir, rm, stat } from 'node:fs/promises';
import { DragomanError, isJsonObject } from '@dragoman/protocol';
import type { FoundSandbox, SandboxKind } from '../contract.js';
import { readJsonFile } from '../files/json-file.js';
import { namesIn } from '../files/names-in.js';
import { endTree } from '../process/end-tree.js';
import { readCarriers } from '../process/process-table.js';
import { createMarkedTree } from '../process/process-tree.js';
import { ownerIsAlive } from './process-owner.js';
import {
  isAbandonedDraft,
  recordPath,
  removeSandboxFolders,
  sandboxDirectory,
  sandboxesDirectory,
} from './sandbox-folders.js';
import { isSandboxRecord, type SandboxRecord, sandboxVariable } from './sandbox-record.js';

/** What a kind has beside processes, folders and sockets. */
export interface MoreRemains {
  /** One line for each. */
  find(record: SandboxRecord): Promise<readonly string[]>;
  /** Removes them all. They may be gone already. */
  remove(record: SandboxRecord): Promise<void>;
}

const NO_MORE: MoreRemains = { find: async () => [], remove: async () => {} };

/** A record that isn't whole by then never will be: it is written at once, in one piece. */
const UNFINISHED_MS = 60_000;

/** All sandboxes of a kind whose record is in the state folder, the oldest first. */
export async function foundSandboxes(
  stateDirectory: string,
  kind: SandboxKind,
  more: MoreRemains = NO_MORE,
): Promise<FoundSandbox[]> {
  const ids = await namesIn(sandboxesDirectory(stateDirectory));
  if (ids.length === 0) return [];
  const processes = await readCarriers(sandboxVariable);
  const found = await Promise.all(
    ids.map(async (id) => {
      const directory = sandboxDirectory(stateDirectory, id);
      const record = await readJsonFile(recordPath(directory), isSandboxRecord);
      if (record?.id !== id) {
        if (isAbandonedDraft(id)) await rm(directory, { recursive: true, force: true });
        else await removeUnfinished(directory);
        return [];
      }
      if (record.kind !== kind) return [];
      const remains = [
        ...(processes.get(id) ?? []).map((process) => `process ${process}`),
        ...(await more.find(record)),
        ...(await filesOf(record)),
        directory,
      ];
      return [foundSandbox({ record, directory, remains, more })];
    }),
  );
  return found.flat().sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

interface Found {
  readonly record: SandboxRecord;
  readonly directory: string;
  readonly remains: readonly string[];
  readonly more: MoreRemains;
}

function foundSandbox({ record, directory, remains, more }: Found): FoundSandbox {
  const { id, kind, createdAt, labels, owner } = record;
  return {
    id,
    kind,
    createdAt,
    labels,
    owned: ownerIsAlive(owner),
    remains,
    async remove() {
      if (ownerIsAlive(owner)) {
        throw new DragomanError(
          'sandbox_owned',
          `Sandbox ${id} was not removed: process ${owner.pid}, which made it, still uses it. End that process first.`,
        );
      }
      await endTree(createMarkedTree(`${sandboxVariable}=${id}`), 0);
      await more.remove(record);
      await removeSandboxFolders(record, directory);
    },
  };
}

/** The folder with its sockets, and what is in it. */
async function filesOf({ runDirectory }: SandboxRecord): Promise<string[]> {
  const names = await readdir(runDirectory).catch(() => undefined);
  return names === undefined
    ? []
    : [runDirectory, ...names.map((name) => `${runDirectory}/${name}`)];
}

/**
 * Its owner died while it wrote the record, and had made nothing else yet. A record that is whole and
 * strange is left alone: another version may have written it.
 */
async function removeUnfinished(directory: string): Promise<void> {
  const status = await stat(directory).catch(() => undefined);
  if (status === undefined || Date.now() - status.mtimeMs < UNFINISHED_MS) return;
  if (await readJsonFile(recordPath(directory), isJsonObject)) return;
  await rm(directory, { recursive: true, force: true });
}
