import type { MarkedToken, Token, Tokens } from 'marked';
import {
  type Look,
  MARKED_COLUMNS,
  narrowed,
  proseColumns,
  proseLines,
} from '../conversation/look.js';
import { BLANK, type Format, indented, type Line } from '../line.js';
import { breakSpans, wrapSpans } from '../wrap-spans.js';
import { highlightLines } from './highlight.js';
import { inlineSpans } from './inline-spans.js';
import { deepestMarkdown, isShown, readMarkdown } from './read-markdown.js';
import { tableLines } from './table-lines.js';

/**
 * A text of an agent as a person reads it: headings, lists, tables, quotes and code. Of a text that still
 * grows only what can't change any more.
 */
export function markdownLines(text: string, look: Look): Line[] {
  const blocks = readMarkdown(text);
  return blocks === undefined ? proseLines(text, look) : blocksLines(blocks, look, 0);
}

function blocksLines(tokens: readonly Token[], look: Look, depth: number): Line[] {
  const blocks = tokens.filter(isShown);
  const lines: Line[] = [];
  for (const [index, block] of blocks.entries()) {
    const isLast = index === blocks.length - 1;
    const shown = blockLines(block, isLast ? look : { ...look, isGrowing: false }, depth);
    if (shown.length === 0) continue;
    if (lines.length > 0 && isApart(blocks[index - 1], block, depth)) lines.push(BLANK);
    // An agent can write more lines than a call can have arguments.
    for (const line of shown) lines.push(line);
  }
  return lines;
}

/** Whether a blank line stands between two blocks: not under a heading, nor before a list in an item. */
function isApart(before: Token | undefined, block: Token, depth: number): boolean {
  return before?.type !== 'heading' && !(depth > 0 && block.type === 'list');
}

/** Blocks that grow line by line. Of the others nothing is certain until they are whole. */
const GROWING: ReadonlySet<string> = new Set(['list', 'code']);

function blockLines(token: Token, look: Look, depth: number): Line[] {
  // The type also has what extensions of the library may add.
  const block = token as MarkedToken;
  if (look.isGrowing && !GROWING.has(block.type)) return [];
  if (depth >= deepestMarkdown) return plainLines(block, look);
  switch (block.type) {
    case 'heading':
      return headingLines(block, look);
    case 'paragraph':
    case 'text':
      return paragraphLines(block, look);
    case 'list':
      return listLines(block, look, depth);
    case 'code':
      return codeLines(block, look);
    case 'blockquote':
      return quoteLines(block, look, depth);
    case 'table':
      return tableLines(block, look.columns ?? MARKED_COLUMNS);
    case 'hr':
      return [[{ text: '─'.repeat(Math.min(widthOf(look), 40)), format: 'dim' }]];
    default:
      return plainLines(block, look);
  }
}

function plainLines({ raw }: Token, look: Look): Line[] {
  return proseLines(raw, { ...look, isGrowing: false });
}

function widthOf(look: Look): number {
  return proseColumns(look) ?? MARKED_COLUMNS;
}

function headingLines({ depth, tokens }: Tokens.Heading, look: Look): Line[] {
  const format: Format = depth === 1 ? ['bold', 'underline'] : 'bold';
  return wrapSpans(inlineSpans(tokens), widthOf(look)).map((line) =>
    line.map(({ text }) => ({ text, format })),
  );
}

function paragraphLines(block: Tokens.Paragraph | Tokens.Text, look: Look): Line[] {
  const { tokens = [block] } = block;
  return paragraphParts(tokens).flatMap((part) => wrapSpans(inlineSpans(part), widthOf(look)));
}

/** The parts between hard line breaks. */
function paragraphParts(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'br') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function listLines({ items, ordered, start }: Tokens.List, look: Look, depth: number): Line[] {
  const whole = look.isGrowing ? items.slice(0, -1) : items;
  const first = typeof start === 'number' ? start : 1;
  return whole.flatMap((item, index) => {
    const mark = markOf(item, ordered ? first + index : undefined);
    const inner = narrowed({ ...look, isGrowing: false }, mark.length + 1);
    const lines = blocksLines(item.tokens, inner, depth + 1);
    const margin = ' '.repeat(mark.length + 1);
    return (lines.length === 0 ? [BLANK] : lines).map((line, at): Line => {
      if (at > 0) return line.length === 0 ? line : [{ text: margin }, ...line];
      return [{ text: `${mark} `, format: 'dim' }, ...line];
    });
  });
}

function markOf({ task, checked }: Tokens.ListItem, number: number | undefined): string {
  if (task) return checked ? '☑' : '☐';
  return number === undefined ? '•' : `${number}.`;
}

function codeLines({ text, lang }: Tokens.Code, look: Look): Line[] {
  const columns = (look.columns ?? MARKED_COLUMNS) - 2;
  const lines = highlightLines(text, lang);
  const whole = look.isGrowing ? lines.slice(0, -1) : lines;
  return indented(
    whole.flatMap((line) => (look.columns === undefined ? [line] : breakSpans(line, columns))),
    '  ',
  );
}

function quoteLines({ tokens }: Tokens.Blockquote, look: Look, depth: number): Line[] {
  return blocksLines(tokens, narrowed(look, 2), depth + 1).map((line) => [
    { text: '│ ', format: 'dim' },
    ...line,
  ]);
}
