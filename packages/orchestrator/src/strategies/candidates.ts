import { DragomanError } from '@dragoman/protocol';
import type { Role } from './role.js';

const CANDIDATE = /^([^=*\s]+)(?:=([^*\s]+))?(?:\*(\d{1,2}))?$/;
const MOST = 50;

/**
 * The candidates of a list such as `codex*3,claude@2.1.197=opus`: agent, version, model, how many.
 * Throws `invalid_request`.
 */
export function parseCandidates(list: string): readonly Role[] {
  const candidates = list.split(',').flatMap((item) => parseItem(item.trim()));
  if (candidates.length <= MOST) return candidates;
  throw new DragomanError(
    'invalid_request',
    `${candidates.length} candidates are asked for: ${MOST} are the most.`,
  );
}

function parseItem(item: string): readonly Role[] {
  const [, agent, model, count = '1'] = CANDIDATE.exec(item) ?? [];
  if (agent === undefined || Number(count) === 0) {
    throw new DragomanError(
      'invalid_request',
      `${JSON.stringify(item)} is no candidate: write agent[@version][=model][*how many], such as codex*3 or claude=opus.`,
    );
  }
  return Array.from({ length: Number(count) }, () => ({ agent, ...(model && { model }) }));
}
