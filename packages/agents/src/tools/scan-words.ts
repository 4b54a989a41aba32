/** What a POSIX shell makes of a text, as far as its words go. */
export interface ScannedWords {
  readonly words: string[];
  /** The text has a character that a shell acts on: `|`, `;`, `*`, `$` outside of quotes, … */
  readonly hasOperators: boolean;
  /** The text isn't just words with one space between: a join of words would lose something. */
  readonly isLoose: boolean;
}

const WHITESPACE = new Set([' ', '\t', '\n']);
const OPERATORS = new Set('|&;<>()$`*?[#~{}!^\\');
const EXPANDED_IN_DOUBLE_QUOTES = new Set(['$', '`']);
const ESCAPED_IN_DOUBLE_QUOTES = new Set(['$', '`', '"', '\\', '\n']);

/** Reads the words of a text as a POSIX shell does; undefined when a quote doesn't close. */
export function scanWords(text: string): ScannedWords | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let hasOperators = false;
  let isLoose = false;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (WHITESPACE.has(character)) {
      if (word === undefined || character !== ' ') isLoose = true;
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
    } else if (character === "'") {
      const close = text.indexOf("'", at + 1);
      if (close === -1) return undefined;
      word = (word ?? '') + text.slice(at + 1, close);
      at = close + 1;
    } else if (character === '"') {
      const quoted = scanDoubleQuoted(text, at + 1);
      if (quoted === undefined) return undefined;
      word = (word ?? '') + quoted.content;
      isLoose ||= quoted.expands;
      at = quoted.end;
    } else {
      hasOperators ||= OPERATORS.has(character);
      if (character === '\\') at += 1;
      const literal = text.charAt(at);
      // A backslash before a newline continues the line: both vanish.
      if (character !== '\\' || literal !== '\n') word = (word ?? '') + literal;
      at += 1;
    }
  }
  if (word !== undefined) words.push(word);
  else if (text !== '') isLoose = true;
  return { words, hasOperators, isLoose };
}

interface DoubleQuoted {
  readonly content: string;
  /** Where the text goes on behind the closing quote. */
  readonly end: number;
  readonly expands: boolean;
}

function scanDoubleQuoted(text: string, start: number): DoubleQuoted | undefined {
  let content = '';
  let expands = false;
  let pieceStart = start;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') {
      return { content: content + text.slice(pieceStart, at), end: at + 1, expands };
    }
    if (EXPANDED_IN_DOUBLE_QUOTES.has(character)) expands = true;
    if (character !== '\\') continue;
    const next = text.charAt(at + 1);
    if (ESCAPED_IN_DOUBLE_QUOTES.has(next)) {
      content += text.slice(pieceStart, at) + (next === '\n' ? '' : next);
      pieceStart = at + 2;
    }
    at += 1;
  }
  return undefined;
}
