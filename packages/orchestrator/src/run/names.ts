import { createHash } from 'node:crypto';
import { writeJson } from '@dragoman/protocol';

/** Which task of which run. A key is one only inside its strategy. */
export interface TaskIdentity {
  readonly runId: string;
  readonly strategyIndex: number;
  readonly strategyId: string;
  readonly key: string;
}

/** All that a task is called. The same task has the same names in every process, for good. */
export interface TaskNames {
  readonly instanceId: string;
  /** Without `refs/heads/`. */
  readonly branch: string;
  /** Of its workspace, below the folder of its run. */
  readonly folder: string;
  /** Short, for people. */
  readonly hash: string;
}

export function taskNames(task: TaskIdentity, strategyName: string): TaskNames {
  const { runId, strategyIndex, strategyId, key } = task;
  const hash = hashOf(`${strategyIndex}|${key}`, 12);
  const identity = { key, run_id: runId, strategy_execution_id: strategyId };
  const instanceId = hashOf(writeJson(identity, { sortKeys: true }), 16);
  return {
    instanceId,
    hash,
    branch: `dragoman/${slug(strategyName)}/${runId}/k${hash}`,
    folder: `s${strategyIndex}_k${hash}_${instanceId.slice(0, 8)}`,
  };
}

const LONGEST_SLUG = 60;

/** A part of a branch's name, of any text. */
function slug(text: string): string {
  const plain = text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, LONGEST_SLUG)
    .replace(/^[-.]+|[-.]+$/g, '')
    .replace(/\.lock$/, '-lock');
  return plain === '' ? 'unknown' : plain;
}

function hashOf(text: string, digits: number): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, digits);
}
