import { readFileSync, writeFileSync } from 'node:fs';

/** Where the two versions of control groups count, as a sandbox with its own group sees it. */
const COUNTERS = ['/sys/fs/cgroup/memory.events', '/sys/fs/cgroup/memory/memory.oom_control'];

/** How often the system has killed for want of memory in this control group; 0 where it doesn't say. */
export function memoryKills(): number {
  for (const path of COUNTERS) {
    try {
      const [, count] = /^oom_kill (\d+)$/m.exec(readFileSync(path, 'utf8')) ?? [];
      if (count !== undefined) return Number(count);
    } catch {
      // The other version, or none that can be seen.
    }
  }
  return 0;
}

/** Makes a process the first to go when memory is short, so that the launcher lives to report it. */
export function giveUpFirst(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '500');
  } catch {
    // It has ended, or the system has no such thing.
  }
}
