import type { WorkspaceRiskEvent } from '@dragoman/protocol';
import type { Line } from '../../terminal/conversation/line.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

/** More than that nobody reads; the events have them all. */
const MOST_SHOWN = 8;
const MOST_UNDONE = 3;

/** What to look at before anything of the workspace is run. The names are the agent's. */
export function riskLines(event: WorkspaceRiskEvent | undefined): Line[] {
  if (event === undefined) return [];
  const { items, more = 0, incomplete } = event;
  const undone = items.filter((item) => item.undone);
  const open = items.filter((item) => !item.undone);
  // Those that aren't named in the event may be of either sort, and count as what to look at.
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
  // One of each sort comes first: many of one don't hide those of another.
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
  return `${harmlessLine(path)} (${harmlessLine(risk)})`;
}

function warning(text: string): Line {
  return [{ text, format: 'yellow' }];
}
