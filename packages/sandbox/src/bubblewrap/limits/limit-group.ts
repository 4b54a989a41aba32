import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import { namesInSync } from '../../files/names-in.js';
import type { GroupLocation } from './group-location.js';
import type { UseLimits } from './limit-means.js';

/** A control group for one command and all that comes from it. */
export interface LimitGroup {
  /**
   * Puts a process, and all that came from it so far, into the group; what comes from them later is in
   * it, too.
   */
  enter(pid: number): Promise<void>;
  /** How often the system has killed something in it because its memory was used up. */
  memoryKills(): number;
  /** Whoever was in it must be gone. */
  remove(): Promise<void>;
}

interface GroupFiles {
  readonly memory: string;
  /** Memory and swap: so much in all, or no swap beside. It isn't on every system. */
  readonly swap: { readonly name: string; value(memoryBytes: number): number };
  readonly kills: string;
}

const FILES: Readonly<Record<GroupLocation['version'], GroupFiles>> = {
  1: {
    memory: 'memory.limit_in_bytes',
    swap: { name: 'memory.memsw.limit_in_bytes', value: (memoryBytes) => memoryBytes },
    kills: 'memory.oom_control',
  },
  2: {
    memory: 'memory.max',
    swap: { name: 'memory.swap.max', value: () => 0 },
    kills: 'memory.events',
  },
};

/** What has ended is in its group until its parent has heard of it. */
const EMPTY_MS = 2000;
const POLL_MS = 10;

export function makeLimitGroup(
  location: GroupLocation,
  name: string,
  { memoryBytes, processes }: UseLimits,
): LimitGroup {
  const { memory: memoryFile, swap, kills } = FILES[location.version];
  const folders = groupFolders(location).map((folder) => join(folder, name));
  const memory = join(location.memory, name);
  try {
    for (const folder of folders) mkdirSync(folder);
    writeFileSync(join(memory, memoryFile), String(memoryBytes));
    const swapFile = join(memory, swap.name);
    if (existsSync(swapFile)) writeFileSync(swapFile, String(swap.value(memoryBytes)));
    writeFileSync(join(location.processes, name, 'pids.max'), String(processes));
  } catch (cause) {
    void Promise.allSettled(folders.map(removeGroup));
    throw new DragomanError(
      'sandbox_start_failed',
      `No control group could be made for a command: ${errorMessage(cause)}. Its limits can't hold without.`,
      { cause },
    );
  }
  return {
    enter: (pid) => enterGroups(folders, pid),
    memoryKills: () => countKills(join(memory, kills)),
    async remove() {
      for (const folder of folders) await removeGroup(folder);
    },
  };
}

async function enterGroups(folders: readonly string[], pid: number): Promise<void> {
  for (const folder of folders) {
    const entrance = join(folder, 'cgroup.procs');
    const inside = new Set((await readFile(entrance, 'latin1')).trim().split('\n').map(Number));
    for (const process of await withDescendants(pid)) {
      if (!inside.has(process)) await enterGroup(entrance, process);
    }
  }
}

/** Not on this process's own thread: the kernel may take some milliseconds. */
async function enterGroup(entrance: string, pid: number): Promise<void> {
  try {
    await writeFile(entrance, String(pid));
  } catch (error) {
    // It has ended.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

async function withDescendants(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(withDescendants))).flat()];
}

/** The folders that groups are in, each once. */
export function groupFolders({ memory, processes }: GroupLocation): readonly string[] {
  return [...new Set([memory, processes])];
}

/** The groups in some folders whose names begin so. */
export function groupsNamed(folders: readonly string[], prefix: string): readonly string[] {
  return folders.flatMap((folder) =>
    namesInSync(folder)
      .filter((name) => name.startsWith(prefix))
      .map((name) => join(folder, name)),
  );
}

/** Removes a group when it is empty. One that is gone is no error. */
export async function removeGroup(folder: string): Promise<void> {
  const deadline = performance.now() + EMPTY_MS;
  for (;;) {
    try {
      await rmdir(folder);
      return;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return;
      if (errorCode(error) !== 'EBUSY' || performance.now() > deadline) throw error;
    }
    await delay(POLL_MS);
  }
}

function countKills(path: string): number {
  try {
    const [, count] = /^oom_kill (\d+)$/m.exec(readFileSync(path, 'utf8')) ?? [];
    return Number(count ?? 0);
  } catch {
    return 0;
  }
}
