import { given } from '../../interpret/given.js';
import { flagAt, numberAt, textAt } from '../../interpret/json-fields.js';
import type { CommonCall } from '../../tools/common-call.js';
import { asItIs, type NativeCall, recast } from './native-call.js';

/** `glob`. */
export function findFiles(call: NativeCall): CommonCall {
  const pattern = textAt(call.args, 'pattern');
  if (pattern === undefined) return { ...asItIs('search')(call), tool_name: 'Glob' };
  return recast(call, 'Glob', 'search', given({ pattern, path: folderOf(call) }));
}

/** `list_directory`: all that lies in a folder. */
export function listFolder(call: NativeCall): CommonCall {
  return recast(call, 'Glob', 'search', given({ pattern: '*', path: folderOf(call) }));
}

/** `grep_search`, which was `search_file_content`. */
export function searchText(call: NativeCall): CommonCall {
  const { args } = call;
  const pattern = textAt(args, 'pattern');
  if (pattern === undefined) return { ...asItIs('search')(call), tool_name: 'Grep' };
  const parameters = given({
    pattern,
    path: folderOf(call),
    glob: textAt(args, 'include_pattern') ?? textAt(args, 'include'),
    output_mode: flagAt(args, 'names_only') === true ? 'files_with_matches' : undefined,
    '-A': numberAt(args, 'after'),
    '-B': numberAt(args, 'before'),
    '-C': numberAt(args, 'context'),
  });
  return recast(call, 'Grep', 'search', parameters);
}

function folderOf({ args }: NativeCall): string | undefined {
  return textAt(args, 'dir_path') ?? textAt(args, 'path');
}
