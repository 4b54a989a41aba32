import { shellWord } from '@dragoman/protocol/internal';

const POSIX_SCRIPT_FLAG = /^-[A-Za-z]*c[A-Za-z]*$/;
const POWERSHELL_SCRIPT_FLAG = /^-c(?:ommand)?$/i;
const CMD_SCRIPT_FLAG = /^\/c$/i;
const WHITESPACE = new Set([' ', '\t', '\n']);
const OPERATORS = new Set('|&;<>()$`*?[#~{}!^\\');
const EXPANDED_IN_DOUBLE_QUOTES = new Set(['$', '`']);
const ESCAPED_IN_DOUBLE_QUOTES = new Set(['$', '`', '"', '\\', '\n']);

/** The shells that run a script given as their last word, and the flag that stands before it. */
const scriptFlags: ReadonlyMap<string, RegExp> = new Map([
  ['bash', POSIX_SCRIPT_FLAG],
  ['sh', POSIX_SCRIPT_FLAG],
  ['zsh', POSIX_SCRIPT_FLAG],
  ['dash', POSIX_SCRIPT_FLAG],
  ['ksh', POSIX_SCRIPT_FLAG],
  ['ash', POSIX_SCRIPT_FLAG],
  ['fish', POSIX_SCRIPT_FLAG],
  ['pwsh', POWERSHELL_SCRIPT_FLAG],
  ['powershell', POWERSHELL_SCRIPT_FLAG],
  ['cmd', CMD_SCRIPT_FLAG],
]);

/** Joins words into a command line that a POSIX shell splits into the same words. */
export function quoteWords(argv: readonly string[]): string {
  return argv.map(shellWord).join(' ');
}

/** The script in `bash -lc <script>` and its likes; undefined when the words call no shell. */
export function shellScriptOf(argv: readonly string[]): string | undefined {
  const shell = argv[0];
  const script = argv[argv.length - 1];
  const lastFlag = argv[argv.length - 2];
  if (argv.length < 3 || shell === undefined || lastFlag === undefined) return undefined;
  const flag = scriptFlags.get(shell) ?? scriptFlags.get(shellName(shell));
  if (!flag?.test(lastFlag)) return undefined;
  for (let index = 1; index < argv.length - 1; index += 1) {
    if (!isFlag(argv[index] ?? '')) return undefined;
  }
  return script;
}

function isFlag(word: string): boolean {
  return word.startsWith('-') || word.startsWith('/');
}

function shellName(path: string): string {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return base.toLowerCase().replace(/\.exe$/, '');
}

/** The command a person would type: without the shell that the agent wraps around it. */
export function commandOfArgv(argv: readonly string[]): string {
  return shellScriptOf(argv) ?? quoteWords(argv);
}

/**
 * The same for a command that was joined into one text. Who joined it has quoted it in a way of its
 * own, so it is taken apart and joined in ours; a text that no join can have made is a script already.
 */
export function commandOfText(text: string): string {
  const scanned = scanWords(text);
  if (scanned === undefined || scanned.hasOperators) return text;
  const script = shellScriptOf(scanned.words);
  if (script !== undefined) return script;
  return scanned.isLoose ? text : quoteWords(scanned.words);
}

/** What a POSIX shell makes of a text, as far as its words go. */
interface ScannedWords {
  readonly words: string[];
  /** The text has a character that a shell acts on: `|`, `;`, `*`, `$` outside of quotes, … */
  readonly hasOperators: boolean;
  /** The text isn't just words with one space between: a join of words would lose something. */
  readonly isLoose: boolean;
}

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
