import type { RunOutcome } from '@dragoman/orchestrator';
import { BLANK, type Line, painted } from '../../terminal/line.js';
import {
  formatAmount,
  formatCost,
  formatCount,
  formatDuration,
} from '../../terminal/text/formats.js';

export interface EndedRun {
  readonly id: string;
  readonly outcome: RunOutcome;
  readonly milliseconds: number;
}

/** What a run came to, and what to type next. */
export function runFooter({ id, outcome, milliseconds }: EndedRun): readonly Line[] {
  const { status, completed, winners, failure } = outcome;
  if (status === 'interrupted' || status === 'crashed') {
    const gone = status === 'crashed' ? 'The process that conducted it is gone.' : 'Interrupted.';
    const why = failure === undefined ? gone : `The run could not go on: ${failure}`;
    return [BLANK, painted('yellow', why), painted('dim', `To go on: dragoman runs resume ${id}`)];
  }
  const { tasks, usage } = completed ?? {};
  const counts = [
    tasks && formatCount(tasks.completed + tasks.failed + tasks.canceled, 'task'),
    tasks && tasks.failed > 0 ? `${tasks.failed} failed` : undefined,
    usage ? `${formatAmount(usage.total_tokens)} tokens` : undefined,
    usage?.cost_usd === undefined || usage.cost_usd === null
      ? undefined
      : formatCost(usage.cost_usd),
    formatDuration(milliseconds),
  ];
  const summary = counts.filter((part) => part !== undefined).join(' · ');
  return [
    BLANK,
    ...winners.flatMap(({ key, branch }) => winnerLines(key, branch)),
    painted(status === 'success' ? 'green' : 'red', `${WORDS[status]} · ${summary}`),
    painted('dim', `The tasks again: dragoman runs show ${id}`),
  ];
}

const WORDS = {
  success: '✓ success',
  partial: '✗ not all executions of the strategy succeeded',
  failed: '✗ failed',
  running: 'running',
} as const;

function winnerLines(key: string, branch: string | undefined): readonly Line[] {
  if (branch === undefined) return [painted('bold', `★ ${key} (it changed nothing)`)];
  return [
    painted('bold', `★ ${key}: ${branch}`),
    painted('dim', `  git diff HEAD...${branch}`),
    painted('dim', `  git merge ${branch}`),
  ];
}
