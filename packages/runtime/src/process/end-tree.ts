import { setTimeout as delay } from 'node:timers/promises';
import { findMembers, type ProcessTree } from './process-tree.js';

/** How long processes that got SIGKILL may take to be gone. Only a stuck disk takes longer. */
const KILL_DEADLINE_MS = 5000;

const FIRST_POLL_MS = 10;
const LONGEST_POLL_MS = 100;

/**
 * Ends all processes of a tree: SIGTERM, then SIGKILL for what is left after `graceMs`. Resolves
 * when none is alive, with the number of processes that had to be signalled.
 */
export async function endTree(tree: ProcessTree, graceMs: number): Promise<number> {
  const signalled = new Set<number>();
  if (await signalUntilGone(tree, { signal: 'SIGTERM', forMs: graceMs, signalled })) {
    return signalled.size;
  }
  await signalUntilGone(tree, { signal: 'SIGKILL', forMs: KILL_DEADLINE_MS, signalled });
  return signalled.size;
}

interface Signalling {
  readonly signal: 'SIGTERM' | 'SIGKILL';
  readonly forMs: number;
  readonly signalled: Set<number>;
}

/** Looks again after every signal, because a process may start another before the signal comes. */
async function signalUntilGone(tree: ProcessTree, signalling: Signalling): Promise<boolean> {
  const deadline = performance.now() + signalling.forMs;
  const asked = new Set<number>();
  let pause = FIRST_POLL_MS;
  while (true) {
    const members = await livingMembers(tree);
    if (members.length === 0) return true;
    for (const target of members) {
      // A second SIGTERM makes some programs drop their own clean-up.
      if (!asked.has(target) || signalling.signal === 'SIGKILL') send(target, signalling.signal);
      asked.add(target);
      signalling.signalled.add(target);
    }
    if (performance.now() > deadline) return false;
    await delay(pause);
    pause = Math.min(pause * 2, LONGEST_POLL_MS);
  }
}

/** What to signal: the members' pids, or the group where processes can't be listed. */
async function livingMembers(tree: ProcessTree): Promise<readonly number[]> {
  const members = await findMembers(tree);
  if (members !== undefined) return members.map((member) => member.pid);
  return send(-tree.rootPid, 0) ? [-tree.rootPid] : [];
}

/** Whether there was somebody to signal. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    // It ended between the look and the signal.
    return false;
  }
}
