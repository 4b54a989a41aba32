import type { FileChange, JsonObject } from '@dragoman/protocol';
import { objectAt, textAt, textsAt } from '../../interpret/json-fields.js';
import { commandOfArgv } from '../../tools/command-line.js';
import type { CommonCall } from '../../tools/common-call.js';
import { editCall } from '../../tools/edit-call.js';
import { readPatch } from '../../tools/patch.js';
import { resolveChanges, resolvePath } from '../../tools/resolve-changes.js';
import type { CallInput } from './call-input.js';
import { findPatch } from './find-patch.js';

/** What the meaning of a call depends on besides the call. */
export interface CallContext {
  /** The folder the turn works in. */
  readonly cwd?: string | undefined;
}

/** A call that runs a command, unless the command is a patch in disguise: then with its changes. */
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
