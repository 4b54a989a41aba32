import type { Line } from './line.js';
import { piecesOf, textWidth } from './text/fit-text.js';

type Span = Line[number];

/** What is not broken: spans without space between them. */
interface Word {
  readonly spans: Line;
  readonly width: number;
  /** Whether there is no space before it: it is a later piece of a long word. */
  readonly isGlued: boolean;
}

const NARROW_WORD = /^[\u0021-\u007e]+$/;

/** Wraps spans at spaces. Long words are broken unless they are addresses or paths, as `wrapLine` does. */
export function wrapSpans(spans: Line, columns: number): Line[] {
  const lines: Line[] = [];
  let line: Span[] = [];
  let width = 0;
  for (const word of wordsOf(spans, columns)) {
    const gap = word.isGlued || line.length === 0 ? 0 : 1;
    if (line.length > 0 && width + gap + word.width > columns) {
      lines.push(line);
      line = [];
      width = 0;
    } else if (gap > 0) {
      line.push({ text: ' ' });
      width += 1;
    }
    line.push(...word.spans);
    width += word.width;
  }
  return line.length > 0 ? [...lines, line] : lines;
}

function wordsOf(spans: Line, columns: number): Word[] {
  const words: Word[] = [];
  let current: Span[] = [];
  const close = (): void => {
    if (current.length > 0) words.push(...brokenWord(current, columns));
    current = [];
  };
  for (const span of spans) {
    for (const [index, text] of span.text.split(/[\s\u00a0]+/).entries()) {
      if (index > 0) close();
      if (text !== '') current.push({ ...span, text });
    }
  }
  close();
  return words;
}

function brokenWord(spans: readonly Span[], columns: number): Word[] {
  const whole = spans.map(({ text }) => text).join('');
  const width = textWidth(whole);
  if (width <= columns || NARROW_WORD.test(whole)) return [{ spans, width, isGlued: false }];
  return hardPieces(spans, columns).map((piece, index) => ({
    spans: [piece],
    width: textWidth(piece.text),
    isGlued: index > 0,
  }));
}

/** A line of code: broken where it is full, with nothing left out. */
export function breakSpans(spans: Line, columns: number): Line[] {
  const lines: Span[][] = [[]];
  let room = columns;
  for (const span of spans) {
    for (let rest = span.text; rest !== ''; ) {
      const [piece = rest] = piecesOf(rest, Math.max(1, room));
      const width = textWidth(piece);
      if (width > room && room < columns) {
        lines.push([]);
        room = columns;
        continue;
      }
      lines.at(-1)?.push({ ...span, text: piece });
      room -= width;
      rest = rest.slice(piece.length);
    }
  }
  return lines;
}

function hardPieces(spans: readonly Span[], columns: number): Span[] {
  return spans.flatMap((span) =>
    [...piecesOf(span.text, columns)].map((text) => ({ ...span, text })),
  );
}
