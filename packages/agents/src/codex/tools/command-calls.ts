import { type FileChange, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { objectAt, textAt, textsAt } from '../../interpret/json-fields.js';
import { commandOfArgv, shellScriptOf } from '../../tools/command-line.js';
import { type CommonCall, editCall } from '../../tools/common-call.js';
import { readPatch } from '../../tools/patch.js';
import { resolveChanges, resolvePath } from '../../tools/resolve-changes.js';
import type { CallInput } from './calls.js';

/** What the meaning of a call depends on besides the call. */
export interface CallContext {
  /** The folder the turn works in. */
  readonly cwd?: string | undefined;
  /** True where the tool `shell_command` looks for no patch: the shell runs `apply_patch`. */
  readonly runsPatches?: boolean;
}

/** A call that runs a command, unless the command is a patch: then with its changes. */
export function commandCall(input: CallInput, changes: FileChange[] | undefined): CommonCall {
  if (changes !== undefined)
    return editCall(changes, { name: input.name, parameters: input.native });
  const command = commandOf(commandFields(input));
  const { name, native } = input;
  if (command === undefined) {
    return { tool_name: 'Bash', kind: 'command', parameters: input.parameters, native_name: name };
  }
  return {
    tool_name: 'Bash',
    kind: 'command',
    parameters: { command },
    native_name: name,
    native_parameters: native,
  };
}

/** A call of `apply_patch` by that name; a patch that can't be read changes nothing. */
export function patchCall(input: CallInput, changes: FileChange[] | undefined): CommonCall {
  return editCall(changes ?? [], { name: input.name, parameters: input.native });
}

/** What a patch in the input changes, with diffs; undefined when there is none. */
export function changesOfInput(input: CallInput, { cwd }: CallContext): FileChange[] | undefined {
  const fields = commandFields(input);
  const found = findPatch(fields ?? input.native);
  if (found === undefined) return undefined;
  let folder = cwd;
  for (const step of [workdirOf(fields), found.folder]) {
    if (step !== undefined) folder = resolvePath(step, folder);
  }
  // A patch that can't be read is refused, and so changes nothing.
  return resolveChanges(readPatch(found.text)?.changes ?? [], folder);
}

/** A `local_shell` call has its command in an `action`; the others among the arguments. */
function commandFields({ fields }: CallInput): JsonObject | undefined {
  return objectAt(fields, 'action') ?? fields;
}

function workdirOf(fields: JsonObject | undefined): string | undefined {
  return textAt(fields, 'workdir') ?? textAt(fields, 'working_directory');
}

function commandOf(fields: JsonObject | undefined): string | undefined {
  // The words of 0.42's experimental `unified_exec` are its `input`.
  const argv = textsAt(fields, 'command') ?? textsAt(fields, 'input');
  if (argv !== undefined) return commandOfArgv(argv);
  return textAt(fields, 'cmd') ?? textAt(fields, 'command');
}

interface FoundPatch {
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
 * Finds the patch in the input of a call, in each of its forms: the text, `{input}`,
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

/** The lines up to the delimiter; undefined when the script continues behind it. */
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
