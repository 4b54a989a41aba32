import type { ChangesEvent, EndEvent, EndStatus, WorkspaceRiskEvent } from '@dragoman/protocol';
import { shellWord } from '@dragoman/protocol/internal';
import type { Line } from '../../terminal/line.js';
import { formatPrice, formatTokens } from '../../terminal/text/format-usage.js';
import { formatDuration } from '../../terminal/text/formats.js';
import { harmlessLine, harmlessLines, harmlessName } from '../../terminal/text/harmless-text.js';
import { changedLines } from './changed-files.js';

/** The events have all of them. */
const MOST_SHOWN = 8;
const MOST_UNDONE = 3;

const WORDS: Readonly<Record<EndStatus, string>> = {
  success: 'is done',
  failed: 'failed',
  timeout: 'ran out of time',
  stalled: 'was silent for too long and was stopped',
  not_started: 'could not be started',
  canceled: 'was canceled',
};

export interface EndedTurn {
  readonly agent: string;
  readonly end: EndEvent;
  readonly milliseconds: number;
  readonly sessionId: string | undefined;
  /** The error messages that were shown during the turn. */
  readonly shownFailures: ReadonlySet<string>;
  /** What it changed. */
  readonly changes?: ChangesEvent | undefined;
  /** The variable that the key came from. */
  readonly keyVariable?: string | undefined;
  /** Whether a login stood in for a key. */
  readonly login?: boolean | undefined;
  /** Whether a script or a recording answered: what the agent says that it cost, nobody paid. */
  readonly isUnpaid?: boolean | undefined;
}

/** The outcome of a turn with its duration and usage, the reason of a failure, and how to continue. */
export function turnFooter(turn: EndedTurn): Line[] {
  const { agent, end, milliseconds, sessionId, shownFailures, changes, isUnpaid } = turn;
  const { status, reason, warning, usage } = end;
  const isGood = status === 'success';
  // A model that doesn't count says 0.
  const spent = usage == null || usage.total_tokens === 0 ? undefined : usage;
  const facts = [
    `${agent} ${WORDS[status]} after ${formatDuration(milliseconds)}`,
    ...(spent === undefined ? [] : [formatTokens(spent)]),
    ...(spent === undefined || isUnpaid ? [] : formatPrice(spent)),
  ];
  const why = reason && !shownFailures.has(reason) ? harmlessLines(reason) : [];
  return [
    [
      { text: isGood ? '✓' : '✗', format: isGood ? 'green' : 'red' },
      { text: ` ${facts.join(' · ')}` },
    ],
    ...why.map((text): Line => [{ text: `  ${text}`, format: 'red' }]),
    ...keyLines(turn),
    ...(warning ? [[{ text: `! ${harmlessLine(warning)}`, format: 'yellow' as const }]] : []),
    ...changedLines(changes),
    ...(sessionId === undefined ? [] : [resumeLine(sessionId)]),
  ];
}

/** Where to look if the provider refused the key, or what to type if it refused the login. */
function keyLines({ agent, end, keyVariable, login }: EndedTurn): Line[] {
  if (end.status !== 'failed' || end.code !== 'auth') return [];
  if (login) {
    const words = `  The provider did not accept the login. Log in again: dragoman login ${agent}`;
    return [[{ text: words }]];
  }
  if (keyVariable === undefined) return [];
  return [[{ text: `  The provider did not accept the key. Look at ${keyVariable}.` }]];
}

function resumeLine(sessionId: string): Line {
  // An id comes from a program: it is quoted unless a shell reads it as one plain word.
  const id = shellWord(sessionId);
  return [
    { text: '  continue it: ', format: 'dim' },
    { text: `dragoman exec --resume ${harmlessLine(id)} "…"` },
  ];
}

/** What to check before running anything in the workspace. The file names come from the agent. */
export function riskLines(event: WorkspaceRiskEvent | undefined): Line[] {
  if (event === undefined) return [];
  const { items, more = 0, incomplete } = event;
  const undone = items.filter((item) => item.undone);
  const open = items.filter((item) => !item.undone);
  // Items that the event only counts may be of either sort; they count as open.
  const others = Math.max(0, open.length - MOST_SHOWN) + more;
  return [
    ...undone
      .slice(0, MOST_UNDONE)
      .map(({ path, risk }) => warning(`! taken back: ${named(path, risk)}`)),
    ...(undone.length > MOST_UNDONE
      ? [warning(`! taken back: ${undone.length - MOST_UNDONE} more`)]
      : []),
    ...lookLine(open, others),
    ...(incomplete ? [warning('! not all of the workspace was looked at')] : []),
  ];
}

function lookLine(open: WorkspaceRiskEvent['items'], others: number): Line[] {
  // One of each sort comes first, so that many of one sort don't hide another.
  const isFirst = (risk: string, at: number): boolean =>
    open.findIndex((item) => item.risk === risk) === at;
  const firsts = open.filter(({ risk }, at) => isFirst(risk, at));
  const rest = open.filter(({ risk }, at) => !isFirst(risk, at));
  const chosen = new Set([...firsts, ...rest].slice(0, MOST_SHOWN));
  const shown = open.filter((item) => chosen.has(item));
  const names = shown.map(({ path, risk }) => named(path, risk));
  if (names.length === 0 && others === 0) return [];
  if (names.length === 0) return [warning(`! look before you run: ${others} more`)];
  const more = others > 0 ? `, and ${others} more` : '';
  return [warning(`! look before you run: ${names.join(', ')}${more}`)];
}

function named(path: string, risk: string): string {
  return `${harmlessName(path)} (${harmlessLine(risk)})`;
}

function warning(text: string): Line {
  return [{ text, format: 'yellow' }];
}
