import { setTimeout as delay } from 'node:timers/promises';
import { canListProcesses } from './process-table.js';
import { createMemberFinder, findMembers, type ProcessTree } from './process-tree.js';

/** How long processes that got SIGKILL may take to be gone. Only a stuck disk takes longer. */
const KILL_DEADLINE_MS = 5000;

/**
 * How many looks in a row must see nobody. One look passes over a process that starts, or becomes
 * another program, while the look is being taken.
 */
export const LOOKS_TO_BE_SURE = 2;

const FIRST_POLL_MS = 10;
const LONGEST_POLL_MS = 100;

/**
 * Ends all processes of a tree: SIGTERM, then SIGKILL for what is left after `graceMs`. Resolves
 * when none is alive.
 */
export async function endTree(tree: ProcessTree, graceMs: number): Promise<void> {
  if (await signalUntilGone(tree, { signal: 'SIGTERM', forMs: graceMs })) return;
  await signalUntilGone(tree, { signal: 'SIGKILL', forMs: KILL_DEADLINE_MS });
}

interface Signalling {
  readonly signal: 'SIGTERM' | 'SIGKILL';
  readonly forMs: number;
}

/** Looks again after every signal, because a process may start another before the signal comes. */
async function signalUntilGone(tree: ProcessTree, signalling: Signalling): Promise<boolean> {
  const deadline = performance.now() + signalling.forMs;
  const look = createMemberFinder(tree);
  const asked = new Set<number>();
  let pause = FIRST_POLL_MS;
  let looksWithoutAnybody = 0;
  while (true) {
    const seen = await look();
    const members = seen ?? groupOf(tree);
    // Without free descriptors no process can be seen, which does not mean that there is none.
    const isBlind = seen === undefined && canListProcesses();
    const isNobody = members.length === 0 && !isBlind;
    looksWithoutAnybody = isNobody ? looksWithoutAnybody + 1 : 0;
    if (looksWithoutAnybody === LOOKS_TO_BE_SURE) return true;
    if (isNobody) continue;
    for (const target of members) {
      // A second SIGTERM makes some programs drop their own clean-up.
      if (!asked.has(target) || signalling.signal === 'SIGKILL')
        sendSignal(target, signalling.signal);
      asked.add(target);
    }
    if (performance.now() > deadline) return false;
    await delay(pause);
    pause = Math.min(pause * 2, LONGEST_POLL_MS);
  }
}

/** Sends a signal once to all processes of a tree, and waits for nothing. */
export async function signalTree(tree: ProcessTree, signal: NodeJS.Signals): Promise<void> {
  for (const target of (await findMembers(tree)) ?? groupOf(tree)) sendSignal(target, signal);
}

/** What to signal where processes can't be listed. */
function groupOf({ rootPid }: ProcessTree): readonly number[] {
  return rootPid !== undefined && sendSignal(-rootPid, 0) ? [-rootPid] : [];
}

/** Signals a process, or a group if `target` is negative. Returns whether it exists. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    // It ended between the check and the signal.
    return false;
  }
}
