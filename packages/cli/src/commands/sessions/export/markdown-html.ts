import type { MarkedToken, Token, Tokens } from 'marked';
import type { Line } from '../../../terminal/line.js';
import { highlightLines } from '../../../terminal/markdown/highlight.js';
import { plainText } from '../../../terminal/markdown/inline-spans.js';
import {
  deepestMarkdown,
  isShown,
  readMarkdown,
} from '../../../terminal/markdown/read-markdown.js';
import { escapeHtml } from './escape-html.js';

// Tags and attributes come from here alone. What an agent wrote is escaped, its own HTML, too, and an
// address becomes a link only if it is one of the web or of mail.

/** Emphasis within emphasis. Deeper is shown as it is written. */
const DEEPEST_INLINE = 16;
/** The page's own headings are the first two. */
const HEADINGS_ABOVE = 2;
const LINKED: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** A text of an agent as HTML: headings, lists, tables, quotes and code. */
export function markdownHtml(text: string): string {
  const blocks = readMarkdown(text);
  return blocks === undefined ? plainHtml(text) : blocksHtml(blocks, 0);
}

function plainHtml(text: string): string {
  return `<p class="plain">${escapeHtml(text.trim())}</p>`;
}

function blocksHtml(tokens: readonly Token[], depth: number): string {
  return tokens
    .filter(isShown)
    .map((token) => blockHtml(token, depth))
    .join('\n');
}

function blockHtml(token: Token, depth: number): string {
  if (depth >= deepestMarkdown) return plainHtml(token.raw);
  // The type also has what extensions of the library may add.
  const block = token as MarkedToken;
  switch (block.type) {
    case 'heading': {
      const tag = `h${Math.min(6, block.depth + HEADINGS_ABOVE)}`;
      return `<${tag}>${inlineHtml(block.tokens)}</${tag}>`;
    }
    case 'paragraph':
      return `<p>${inlineHtml(block.tokens)}</p>`;
    case 'text':
      return inlineHtml(block.tokens ?? [block]);
    case 'list':
      return listHtml(block, depth);
    case 'code':
      return `<pre><code>${codeHtml(highlightLines(block.text, block.lang))}</code></pre>`;
    case 'blockquote':
      return `<blockquote>${blocksHtml(block.tokens, depth + 1)}</blockquote>`;
    case 'table':
      return tableHtml(block);
    case 'hr':
      return '<hr>';
    default:
      return plainHtml(block.raw);
  }
}

function listHtml({ items, ordered, start }: Tokens.List, depth: number): string {
  const rows = items.map((item) => {
    const box = item.checked ? '☑ ' : '☐ ';
    return `<li>${item.task ? box : ''}${blocksHtml(item.tokens, depth + 1)}</li>`;
  });
  const first = typeof start === 'number' && start !== 1 ? ` start="${start}"` : '';
  return ordered ? `<ol${first}>\n${rows.join('\n')}\n</ol>` : `<ul>\n${rows.join('\n')}\n</ul>`;
}

function tableHtml({ header, rows }: Tokens.Table): string {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => cellHtml(cell, tag)).join('')}</tr>`;
  return `<table>\n${[row(header, 'th'), ...rows.map((cells) => row(cells, 'td'))].join('\n')}\n</table>`;
}

function cellHtml({ align, tokens }: Tokens.TableCell, tag: string): string {
  const side = align === 'right' || align === 'center' ? ` class="${align}"` : '';
  return `<${tag}${side}>${inlineHtml(tokens)}</${tag}>`;
}

/** Lines in colours, as HTML. The names of formats are those of classes. */
export function codeHtml(lines: readonly Line[]): string {
  const spans = (line: Line) =>
    line.map(({ text, format }) =>
      typeof format === 'string'
        ? `<span class="${format}">${escapeHtml(text)}</span>`
        : escapeHtml(text),
    );
  return lines.map((line) => spans(line).join('')).join('\n');
}

const TAGS: Readonly<Record<string, string>> = { strong: 'strong', em: 'em', del: 'del' };

function inlineHtml(tokens: readonly Token[], depth = 0): string {
  return tokens.map((token) => spanHtml(token, depth)).join('');
}

function spanHtml(one: Token, depth: number): string {
  const token = one as MarkedToken;
  if (depth >= DEEPEST_INLINE) return leafHtml(token.raw);
  switch (token.type) {
    case 'link':
      return linkHtml(token, depth);
    case 'image':
      return leafHtml(`[image: ${token.text || token.href}]`);
    case 'br':
      return '<br>';
    case 'codespan':
      return `<code>${leafHtml(token.text)}</code>`;
    case 'checkbox':
      return '';
    default: {
      const children = 'tokens' in token ? token.tokens : undefined;
      const text = 'text' in token ? String(token.text) : token.raw;
      const inner = children?.length ? inlineHtml(children, depth + 1) : leafHtml(text);
      const tag = TAGS[token.type];
      return tag === undefined ? inner : `<${tag}>${inner}</${tag}>`;
    }
  }
}

function leafHtml(text: string): string {
  return escapeHtml(plainText(text));
}

/** What is checked is what stands in the page: the address as the parser of URLs writes it. */
function linkHtml({ href, tokens }: Tokens.Link, depth: number): string {
  const name = inlineHtml(tokens, depth + 1);
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url === undefined || !LINKED.has(url.protocol)) return `${name} (${leafHtml(href)})`;
  return `<a href="${escapeHtml(url.href)}" rel="noreferrer noopener">${name}</a>`;
}
