import type { CollectedWork, ImportedWork } from '../contract.js';

/**
 * Whether all that an agent has made is in the repository now, so that its workspace can be removed. What
 * could not come along, or was read without its commits, may still be of use to a person.
 */
export function leavesNothing(
  work: CollectedWork,
  { lost, submodules }: Pick<ImportedWork, 'lost' | 'submodules'>,
): boolean {
  const { recovered, uncommitted, base } = work;
  const lacksCommits = recovered !== undefined && recovered.onto === base.commit;
  return (
    !lacksCommits &&
    uncommitted?.disposition !== 'kept' &&
    (recovered?.leftOut.length ?? 0) + lost.length + submodules.length === 0
  );
}
