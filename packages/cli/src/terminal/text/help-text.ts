import { textWidth, wrapLine } from './fit-text.js';

/** As wide as help is without a terminal. */
const DEFAULT_COLUMNS = 80;

/**
 * Help in lines that fit. Commander wraps what it writes itself, but not the texts that are added to it:
 * their paragraphs are filled anew. Examples and lists are indented, and stay as they are.
 */
export function fittedHelp(text: string, columns = DEFAULT_COLUMNS): string {
  return text
    .split('\n\n')
    .map((paragraph) => (isTooWide(paragraph, columns) ? filled(paragraph, columns) : paragraph))
    .join('\n\n');
}

function isTooWide(paragraph: string, columns: number): boolean {
  const lines = paragraph.split('\n');
  return (
    lines.every((line) => !line.startsWith(' ')) && lines.some((one) => textWidth(one) > columns)
  );
}

function filled(paragraph: string, columns: number): string {
  const margin = /^\n*/.exec(paragraph)?.[0] ?? '';
  const ending = /\n*$/.exec(paragraph)?.[0] ?? '';
  return margin + wrapLine(paragraph.trim().replaceAll('\n', ' '), columns).join('\n') + ending;
}
