import type { EndEvent } from '@dragoman/protocol';
import { shortWords } from './failure-words.js';
import { outcomeRules } from './outcome-rules.js';
import type { TurnEvidence } from './turn-evidence.js';

/** How a turn ended, without its number in the journal. */
export type Outcome = Omit<EndEvent, 'type'>;

/**
 * The one verdict about a turn. Rules are tried in the order of `outcomeRules`, and the first that
 * applies decides; the last applies always. Pure: the same evidence gives the same verdict.
 */
export function decideOutcome(evidence: TurnEvidence): Outcome {
  const rule = outcomeRules.find(({ applies }) => applies(evidence));
  const { status, code, reason, warning } = rule?.verdict(evidence) ?? UNDECIDED;
  return {
    status,
    exit_code: evidence.exit?.exitCode ?? null,
    signal: evidence.exit?.signal ?? null,
    reason: reason === undefined ? null : shortWords(reason),
    ...(code !== undefined && { code }),
    ...(warning !== undefined && { warning: shortWords(warning) }),
    usage: evidence.usage ?? null,
  };
}

const UNDECIDED = {
  status: 'failed',
  code: 'internal',
  reason: 'Nobody knows how the turn ended.',
  warning: undefined,
} as const;
