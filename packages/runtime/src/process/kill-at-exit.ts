import { LOOKS_TO_BE_SURE } from './end-tree.js';
import { findMembersSync, type ProcessTree } from './process-tree.js';
import { sendSignal } from './send-signal.js';

/** An exit is held up no longer than this, by processes that start others as fast as they die. */
const DEADLINE_MS = 1000;

const trees = new Set<ProcessTree>();

/**
 * Makes sure that a process tree doesn't outlive this process when it exits without having ended
 * the tree in the orderly way. The result takes the promise back.
 */
export function killAtExit(tree: ProcessTree): () => void {
  if (trees.size === 0) process.on('exit', killTrees);
  trees.add(tree);
  return () => {
    trees.delete(tree);
    if (trees.size === 0) process.off('exit', killTrees);
  };
}

function killTrees(): void {
  const deadline = performance.now() + DEADLINE_MS;
  for (const tree of trees) killTree(tree, deadline);
}

/** Nothing can be awaited in an exit, so this looks and kills until two looks have seen nobody. */
function killTree(tree: ProcessTree, deadline: number): void {
  let looksWithoutAnybody = 0;
  do {
    const members = findMembersSync(tree) ?? [-tree.rootPid];
    const hit = members.filter((target) => sendSignal(target, 'SIGKILL'));
    looksWithoutAnybody = hit.length === 0 ? looksWithoutAnybody + 1 : 0;
  } while (looksWithoutAnybody < LOOKS_TO_BE_SURE && performance.now() < deadline);
}
