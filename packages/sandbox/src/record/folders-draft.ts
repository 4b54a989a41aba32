import { createHash } from 'node:crypto';
import { ownerIsAlive, type ProcessOwner, thisOwner } from './process-owner.js';

const FORM = /^draft-(\d+)-(\d*)-([0-9a-f]{16})-[0-9a-f]{16}$/;

/**
 * What a sandbox's folder is called while there is no record in it: before that is written, and after it
 * is gone. The name itself says whose it is, so that there is no moment in which nobody can tell.
 */
export function draftName(id: string): string {
  const { pid, startTime } = thisOwner();
  return `draft-${pid}-${startTime}-${placeOf(thisOwner())}-${id}`;
}

/** Whether a folder is a draft whose owner has died. One made elsewhere isn't ours to judge. */
export function isAbandonedDraft(name: string): boolean {
  const [, pid, startTime = '', place] = FORM.exec(name) ?? [];
  if (pid === undefined || place !== placeOf(thisOwner())) return false;
  return !ownerIsAlive({ ...thisOwner(), pid: Number(pid), startTime });
}

/** Where a pid means the same. */
function placeOf({ host, bootId, pidNamespace }: ProcessOwner): string {
  const text = JSON.stringify([host, bootId, pidNamespace]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
