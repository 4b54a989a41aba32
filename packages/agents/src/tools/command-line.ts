import { scanWords } from './scan-words.js';

const POSIX_SCRIPT_FLAG = /^-[A-Za-z]*c[A-Za-z]*$/;
const POWERSHELL_SCRIPT_FLAG = /^-c(?:ommand)?$/i;
const CMD_SCRIPT_FLAG = /^\/c$/i;

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

const NEEDS_NO_QUOTES = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Joins words into a command line that a POSIX shell splits into the same words. */
export function quoteWords(argv: readonly string[]): string {
  return argv.map(quoteWord).join(' ');
}

function quoteWord(word: string): string {
  return NEEDS_NO_QUOTES.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
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
