const groups = new Set<number>();
let listening = false;

/**
 * Makes sure that a process group doesn't outlive this process when it exits without having ended
 * the group in the orderly way. The result takes the promise back.
 */
export function killAtExit(group: number): () => void {
  groups.add(group);
  if (!listening) {
    process.on('exit', killGroups);
    listening = true;
  }
  return () => {
    groups.delete(group);
    if (groups.size > 0) return;
    process.off('exit', killGroups);
    listening = false;
  };
}

function killGroups(): void {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }
}
