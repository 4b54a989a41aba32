import { isJsonObject } from '@dragoman/protocol';
import { textAt, textsAt } from '../../interpret/json-fields.js';
import { shellScriptOf } from '../../tools/command-line.js';

export interface FoundPatch {
  readonly text: string;
  /** The folder its paths are relative to, where the command changed into one first. */
  readonly folder?: string;
}

const BEGIN = '*** Begin Patch';
const COMMANDS = new Set(['apply_patch', 'applypatch']);

/** `cd folder && apply_patch <<'EOF'`, to the end of that line. */
const HEREDOC_CALL =
  /^\s*(?:cd[ \t]+(?:'([^'\n]*)'|"([^"$`\\\n]*)"|([^\s'"\\;|&<>()$`]+))[ \t]*&&\s*)?(?:apply_patch|applypatch)[ \t]*<<-?[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|([^\s'"\\;|&<>()$`]+))[ \t]*\r?\n/;

/**
 * Finds the patch in the input of a call, in each of its disguises: the text itself, `{input}`,
 * `["apply_patch", patch]`, or a heredoc in a shell command. What Codex runs as a command stays one
 * (`grep apply_patch x`, a heredoc with more commands around it), for Codex shows it as one too.
 */
export function findPatch(input: unknown): FoundPatch | undefined {
  if (typeof input === 'string') return findInText(input);
  if (Array.isArray(input)) return findInArgv(input);
  if (!isJsonObject(input)) return undefined;
  const text = textAt(input, 'input') ?? textAt(input, 'patch');
  if (text !== undefined) return findInText(text);
  const argv = textsAt(input, 'command');
  if (argv !== undefined) return findInArgv(argv);
  const script = textAt(input, 'cmd') ?? textAt(input, 'command');
  return script === undefined ? undefined : findInScript(script);
}

function findInText(text: string): FoundPatch | undefined {
  return text.trimStart().startsWith(BEGIN) ? { text } : findInScript(text);
}

function findInArgv(argv: readonly unknown[]): FoundPatch | undefined {
  if (!argv.every((word) => typeof word === 'string')) return undefined;
  const [command, text] = argv;
  if (argv.length === 2 && text !== undefined && COMMANDS.has(`${command}`)) {
    // Some models hand over the heredoc that a shell would have taken off.
    return findInScript(`apply_patch ${text}`) ?? { text };
  }
  const script = shellScriptOf(argv);
  return script === undefined ? undefined : findInScript(script);
}

function findInScript(script: string): FoundPatch | undefined {
  // Most commands are none, and a plain search costs less than the pattern.
  if (!script.includes('<<')) return undefined;
  const call = HEREDOC_CALL.exec(script);
  if (call === null) return undefined;
  const [head, ...groups] = call;
  const folder = groups.slice(0, 3).find((group) => group !== undefined);
  const delimiter = groups.slice(3).find((group) => group !== undefined) ?? '';
  const text = heredocBody(script.slice(head.length), delimiter);
  if (text === undefined) return undefined;
  return folder === undefined ? { text } : { text, folder };
}

/** The lines up to the delimiter; undefined when the script goes on behind it. */
function heredocBody(rest: string, delimiter: string): string | undefined {
  let start = 0;
  while (start < rest.length) {
    const newline = rest.indexOf('\n', start);
    const end = newline === -1 ? rest.length : newline;
    if (rest.slice(start, end).trim() === delimiter) {
      return rest.slice(end).trim() === '' ? rest.slice(0, start) : undefined;
    }
    start = end + 1;
  }
  return rest;
}
