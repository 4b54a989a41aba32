import type { FileChange, JsonObject } from '@dragoman/protocol';
import { flagAt, textAt } from '../../interpret/json-fields.js';
import { hunksOf } from '../../tools/hunks-of.js';

/** What a call changed, by what a person is shown of it; undefined where that is no change. */
export function displayChanges(
  display: JsonObject,
  filePath: string | undefined,
): FileChange[] | undefined {
  const fileDiff = textAt(display, 'fileDiff');
  const path = textAt(display, 'filePath') ?? filePath ?? textAt(display, 'fileName');
  if (fileDiff === undefined || path === undefined) return undefined;
  const diff = hunksOf(fileDiff);
  const kind = isNew(display) ? 'add' : 'update';
  return [diff === '' ? { path, kind } : { path, kind, diff }];
}

function isNew(display: JsonObject): boolean {
  return flagAt(display, 'isNewFile') ?? display.originalContent === null;
}
