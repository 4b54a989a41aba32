import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isStillThere, type ProcessEntry, readProcess } from '../process/process-table.js';

/** How long what the kernel has killed may take to be gone. */
const GONE_MS = 5000;
const POLL_MS = 5;

/**
 * The first process of the namespace that a bubblewrap has made. It is there for as long as anything
 * in the namespace is, and bubblewrap itself doesn't wait for that.
 */
export function firstProcess(bubblewrapPid: number): ProcessEntry | undefined {
  try {
    const children = readFileSync(
      `/proc/${bubblewrapPid}/task/${bubblewrapPid}/children`,
      'latin1',
    );
    const [first] = children.split(' ');
    return first ? readProcess(Number(first)) : undefined;
  } catch {
    return undefined;
  }
}

/** Waits until a process is gone. */
export async function processGone(process: ProcessEntry): Promise<void> {
  const deadline = performance.now() + GONE_MS;
  while (isStillThere(process) && performance.now() < deadline) {
    await delay(POLL_MS);
  }
}
