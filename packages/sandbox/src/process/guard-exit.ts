import { LOOKS_TO_BE_SURE, sendSignal } from './end-tree.js';
import { findMembersSync, type ProcessTree } from './process-tree.js';

/** An exit is held up no longer than this, by processes that start others as fast as they die. */
const DEADLINE_MS = 1000;

/** Signals that end a process without its `exit` event, unless they are handled. */
const FATAL_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const trees = new Set<ProcessTree>();
let guards = 0;

export interface ExitGuard {
  /** To be called in the same breath as the tree's first process is started. */
  cover(tree: ProcessTree): void;
  release(): void;
}

/**
 * Makes sure that a process tree doesn't outlive this process when it exits without having ended
 * the tree in the orderly way. To be had before the tree is started: a signal that comes while it
 * starts must already find the guard there.
 */
export function guardExit(): ExitGuard {
  if (guards === 0) watchEnd('on');
  guards += 1;
  let covered: ProcessTree | undefined;
  return {
    cover(tree) {
      covered = tree;
      trees.add(tree);
    },
    release() {
      if (covered !== undefined) trees.delete(covered);
      guards -= 1;
      if (guards === 0) watchEnd('off');
    },
  };
}

function watchEnd(how: 'on' | 'off'): void {
  process[how]('exit', killTrees);
  for (const signal of FATAL_SIGNALS) process[how](signal, dieOf);
}

/** Ends this process and its children with a signal, unless other listeners handle it. */
function dieOf(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killTrees();
  process.off(signal, dieOf);
  process.kill(process.pid, signal);
}

function killTrees(): void {
  const deadline = performance.now() + DEADLINE_MS;
  for (const tree of trees) killTree(tree, deadline);
}

/** An exit can't await anything, so this searches and kills until two searches have found nothing. */
function killTree(tree: ProcessTree, deadline: number): void {
  let looksWithoutAnybody = 0;
  do {
    const members = findMembersSync(tree) ?? (tree.rootPid === undefined ? [] : [-tree.rootPid]);
    const hit = members.filter((target) => sendSignal(target, 'SIGKILL'));
    looksWithoutAnybody = hit.length === 0 ? looksWithoutAnybody + 1 : 0;
  } while (looksWithoutAnybody < LOOKS_TO_BE_SURE && performance.now() < deadline);
}
