import type { SessionMatch, TextFinder } from '@dragoman/agents';
import type { GatheredSession } from '@dragoman/runtime';
import { cutLine, type Line } from '../../terminal/line.js';
import { formatWhen, shortPath } from '../../terminal/text/formats.js';
import { harmlessLine, harmlessName } from '../../terminal/text/harmless-text.js';

export interface MatchLinesOptions {
  readonly columns: number | undefined;
  /** Lines to show before and after each one that holds the text. */
  readonly context: number;
  readonly home: string;
  readonly now: number;
}

const LABELS: Readonly<Record<SessionMatch['kind'], string>> = {
  prompt: 'you',
  answer: 'answer',
  thought: 'thought',
  call: 'call',
  output: 'output',
  error: 'error',
};
const LABEL_COLUMNS = 9;
/** So much of a long line is shown before the text. */
const BEFORE = 24;
/** An output may hold it in every line. */
const MOST_LINES = 20;

/** Which session it is. */
export function matchHeader(
  { agent, id, cwd, updatedAt }: GatheredSession,
  { home, now, columns }: MatchLinesOptions,
): Line {
  const about = [
    agent,
    formatWhen(Date.parse(updatedAt), now),
    cwd && harmlessName(shortPath(cwd, { home })),
  ];
  return cutLine(
    [
      { text: harmlessLine(id), format: 'cyan' },
      {
        text: about
          .filter(Boolean)
          .map((part) => ` · ${harmlessLine(part ?? '')}`)
          .join(''),
      },
    ],
    columns,
  );
}

/** The lines of a match that hold the text, with those around them. */
export function matchLines(
  { kind, text }: SessionMatch,
  finder: TextFinder,
  { context, columns }: MatchLinesOptions,
): Line[] {
  const lines = text.split('\n');
  const hits = lines.flatMap((line, index) => (finder.indexIn(line) === -1 ? [] : [index]));
  // A text of several lines is in none of them.
  const centres = hits.length > 0 ? hits : [0];
  const shown = new Set<number>();
  for (const hit of centres.slice(0, MOST_LINES)) {
    for (let at = hit - context; at <= hit + context; at += 1) {
      if (at >= 0 && at < lines.length) shown.add(at);
    }
  }
  const numbers = [...shown].sort((left, right) => left - right);
  const more = centres.length - MOST_LINES;
  return [
    ...numbers.map((number, index) => {
      const label = (index === 0 ? LABELS[kind] : '').padEnd(LABEL_COLUMNS);
      const line = [
        { text: `  ${label}`, format: 'dim' as const },
        ...marked(lines[number] ?? '', finder),
      ];
      return cutLine(line, columns);
    }),
    ...(more > 0
      ? [[{ text: `  ${' '.repeat(LABEL_COLUMNS)}… ${more} more lines`, format: 'dim' as const }]]
      : []),
  ];
}

/** A line with the text in it marked, and near its beginning if the line is long. */
function marked(line: string, finder: TextFinder): Line {
  const at = finder.indexIn(line);
  if (at === -1) return [{ text: harmlessLine(line), format: 'dim' }];
  const length = finder.length;
  const from = at > BEFORE * 2 ? at - BEFORE : 0;
  return [
    { text: `${from > 0 ? '…' : ''}${harmlessLine(line.slice(from, at))}` },
    { text: harmlessLine(line.slice(at, at + length)), format: 'yellow' },
    { text: harmlessLine(line.slice(at + length, at + length + 2000)) },
  ];
}
