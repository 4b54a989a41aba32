import { lexer, type Token, type Tokens } from 'marked';
import { element, webLink } from './element.js';
import { shownText } from './shown-text.js';

/** Longer texts, and those with more marks, are shown as they are written: to read them takes seconds. */
const LONGEST = 30_000;
const MOST_MARKS = 3000;
const MARKS = /[_*~`[\]<>]/g;
const DEEPEST = 12;

/** Markdown of an agent as nodes. Its HTML stays text, its images are only named. */
export function markdownView(text: string): HTMLElement {
  const shown = shownText(text);
  const tokens = readMarkdown(shown);
  if (tokens === undefined) return element('div', { class: 'prose plain' }, shown);
  return element('div', { class: 'prose', dir: 'auto' }, ...blocks(tokens, 0));
}

/** The blocks of a text. Undefined for one that is too long, or too intricate, to be read. */
export function readMarkdown(text: string): Token[] | undefined {
  if (text.length > LONGEST || (text.match(MARKS)?.length ?? 0) > MOST_MARKS) return undefined;
  try {
    return lexer(text);
  } catch {
    return undefined;
  }
}

type Draw = (token: Token, depth: number) => Node;

/** What each sort of token becomes; any other is shown as it is written. */
const DRAWN: Readonly<Record<string, Draw>> = {
  space: () => document.createTextNode(''),
  def: () => document.createTextNode(''),
  hr: () => element('hr'),
  br: () => element('br'),
  heading: (token, depth) => element('h3', {}, ...inside(token, depth)),
  paragraph: (token, depth) => element('p', {}, ...inside(token, depth)),
  blockquote: (token, depth) => element('blockquote', {}, ...inside(token, depth)),
  strong: (token, depth) => element('strong', {}, ...inside(token, depth)),
  em: (token, depth) => element('em', {}, ...inside(token, depth)),
  del: (token, depth) => element('del', {}, ...inside(token, depth)),
  codespan: (token) => element('code', {}, textOf(token)),
  code: (token) => element('pre', { tabindex: '0' }, element('code', {}, textOf(token))),
  list: (token, depth) => listView(token as Tokens.List, depth),
  table: (token, depth) => tableView(token as Tokens.Table, depth),
  link: (token, depth) => webLink((token as Tokens.Link).href, ...inside(token, depth)),
  image: (token) => {
    const { href } = token as Tokens.Image;
    return webLink(href, `🖼 ${textOf(token) || href.slice(0, 80)}`);
  },
  text: (token, depth) =>
    'tokens' in token && token.tokens !== undefined
      ? element('span', {}, ...inside(token, depth))
      : document.createTextNode(unescaped(textOf(token))),
  escape: (token) => document.createTextNode(textOf(token)),
  checkbox: () => document.createTextNode(''),
};

function blocks(tokens: readonly Token[], depth: number): Node[] {
  return tokens.map((token) => {
    const draw = Object.hasOwn(DRAWN, token.type) ? DRAWN[token.type] : undefined;
    if (draw === undefined || depth > DEEPEST) return document.createTextNode(token.raw);
    return draw(token, depth);
  });
}

function inside(token: Token, depth: number): Node[] {
  return 'tokens' in token && token.tokens !== undefined
    ? blocks(token.tokens, depth + 1)
    : [document.createTextNode(textOf(token))];
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}

function listView({ ordered, start, items }: Tokens.List, depth: number): HTMLElement {
  const drawn = items.map(({ task, checked, tokens }) => {
    const mark = task ? element('span', { class: 'task' }, checked ? '☑ ' : '☐ ') : undefined;
    return element('li', task ? { class: 'task-item' } : {}, mark, ...blocks(tokens, depth + 1));
  });
  if (!ordered) return element('ul', {}, ...drawn);
  return element('ol', typeof start === 'number' ? { start: String(start) } : {}, ...drawn);
}

function tableView({ header, rows }: Tokens.Table, depth: number): HTMLElement {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    element(
      'tr',
      {},
      ...cells.map(({ tokens, align }) =>
        element(tag, { class: align ?? undefined }, ...blocks(tokens, depth + 1)),
      ),
    );
  const table = element(
    'table',
    {},
    element('thead', {}, row(header, 'th')),
    element('tbody', {}, ...rows.map((cells) => row(cells, 'td'))),
  );
  return element('div', { class: 'table', tabindex: '0' }, table);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
}
