import type { JsonObject } from '@dragoman/protocol';
import { given } from '../../interpret/given.js';
import { flagAt, numberAt, textAt } from '../../interpret/json-fields.js';
import type { CommonCall } from '../../tools/common-call.js';
import { asItIs, type NativeCall, recast } from './native-call.js';

/** `read_file`. Before 0.35 it counted lines from 0, and in 0.11 it called the path absolute. */
export function readFile(call: NativeCall): CommonCall {
  const file_path = pathOf(call.args);
  if (file_path === undefined) return { ...asItIs('read')(call), tool_name: 'Read' };
  return recast(call, 'Read', 'read', { file_path, ...linesOf(call.args) });
}

export function writeFile(call: NativeCall): CommonCall {
  const file_path = pathOf(call.args);
  const content = textAt(call.args, 'content');
  if (file_path === undefined || content === undefined) {
    return { ...asItIs('edit')(call), tool_name: 'Write' };
  }
  return recast(call, 'Write', 'edit', { file_path, content });
}

/** `replace`. */
export function editFile(call: NativeCall): CommonCall {
  const { args } = call;
  const file_path = pathOf(args);
  const old_string = textAt(args, 'old_string');
  const new_string = textAt(args, 'new_string');
  if (file_path === undefined || old_string === undefined || new_string === undefined) {
    return { ...asItIs('edit')(call), tool_name: 'Edit' };
  }
  const edit = { file_path, old_string, new_string };
  return recast(call, 'Edit', 'edit', isForAll(args) ? { ...edit, replace_all: true } : edit);
}

function isForAll(args: JsonObject): boolean {
  return (
    flagAt(args, 'allow_multiple') === true || (numberAt(args, 'expected_replacements') ?? 1) > 1
  );
}

function pathOf(args: JsonObject): string | undefined {
  return textAt(args, 'file_path') ?? textAt(args, 'absolute_path') ?? textAt(args, 'path');
}

function linesOf(args: JsonObject): JsonObject {
  const start = numberAt(args, 'start_line');
  const end = numberAt(args, 'end_line');
  const skipped = numberAt(args, 'offset');
  const counted = end === undefined ? undefined : end - (start ?? 1) + 1;
  return given({
    offset: start ?? (skipped === undefined ? undefined : skipped + 1),
    limit: counted ?? numberAt(args, 'limit'),
  });
}
