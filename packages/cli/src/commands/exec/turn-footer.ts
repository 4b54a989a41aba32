import { type EndEvent, type EndStatus, toMessageUsage } from '@dragoman/protocol';
import type { Line } from '../../terminal/conversation/line.js';
import { formatDuration } from '../../terminal/text/format-time.js';
import { formatPrice, formatTokens } from '../../terminal/text/format-usage.js';
import { harmlessLine, harmlessLines } from '../../terminal/text/harmless-text.js';

const WORDS: Readonly<Record<EndStatus, string>> = {
  success: 'is done',
  failed: 'failed',
  timeout: 'ran out of time',
  stalled: 'fell silent and was stopped',
  not_started: 'could not be started',
  canceled: 'was canceled',
};

export interface EndedTurn {
  readonly agent: string;
  readonly end: EndEvent;
  readonly milliseconds: number;
  readonly sessionId: string | undefined;
  /** What the person has been told of the failure already. */
  readonly told: ReadonlySet<string>;
}

/** How a turn ended and what it took; why, where it didn't succeed; and how to go on. */
export function turnFooter({ agent, end, milliseconds, sessionId, told }: EndedTurn): Line[] {
  const { status, reason, warning, usage } = end;
  const isGood = status === 'success';
  // A model that doesn't count says 0.
  const spent = usage == null || usage.total_tokens === 0 ? undefined : toMessageUsage(usage);
  const facts = [
    `${agent} ${WORDS[status]} after ${formatDuration(milliseconds)}`,
    ...(spent === undefined ? [] : [formatTokens(spent), ...formatPrice(spent)]),
  ];
  const why = reason && !told.has(reason) ? harmlessLines(reason) : [];
  return [
    [
      { text: isGood ? '✓' : '✗', format: isGood ? 'green' : 'red' },
      { text: ` ${facts.join(' · ')}` },
    ],
    ...why.map((text): Line => [{ text: `  ${text}`, format: 'red' }]),
    ...(warning ? [[{ text: `! ${harmlessLine(warning)}`, format: 'yellow' as const }]] : []),
    ...(sessionId === undefined ? [] : [resumeLine(sessionId)]),
  ];
}

function resumeLine(sessionId: string): Line {
  // An id comes from a program; what a shell would read as more than a word is put into quotes.
  const id = /^[\w.-]+$/.test(sessionId) ? sessionId : `'${sessionId.replaceAll("'", `'\\''`)}'`;
  return [
    { text: '  go on with it: ', format: 'dim' },
    { text: `dragoman exec --resume ${harmlessLine(id)} "…"` },
  ];
}
