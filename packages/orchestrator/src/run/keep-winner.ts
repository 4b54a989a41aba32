import type { StrategyState } from '../log/run-state.js';
import type { RunContext } from './run-context.js';

/**
 * Gives the commit that a strategy selected a ref, so that it is found, and kept, whatever becomes of its
 * branch. The log has it already: done again after a kill, it is the same.
 */
export async function keepWinner(
  { id, git, repository }: RunContext,
  { started, selected }: StrategyState,
): Promise<void> {
  if (selected?.commit === undefined) return;
  const ref = `refs/dragoman/winners/${id}/s${started.strategy}`;
  await git.run({
    args: ['update-ref', '--no-deref', ref, selected.commit],
    gitDir: repository.commonDir,
  });
}
