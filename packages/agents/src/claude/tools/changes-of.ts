import { type FileChange, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { numberAt, objectsAt, textAt, textsAt } from '../../interpret/json-fields.js';
import { markLines } from '../../tools/mark-lines.js';

/** The tools whose results tell what they changed. */
const CHANGING = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/** What a tool changed, by what its result says beside its text; undefined for any other result. */
export function changesOf(name: string | undefined, result: unknown): FileChange[] | undefined {
  if (name === undefined || !CHANGING.has(name) || !isJsonObject(result)) return undefined;
  const path = textAt(result, 'filePath') ?? textAt(result, 'notebook_path');
  if (path === undefined) return undefined;
  const isNew = textAt(result, 'type') === 'create';
  const diff = isNew ? markLines('+', textAt(result, 'content') ?? '') : diffOf(result);
  const change: FileChange = { path, kind: isNew ? 'add' : 'update' };
  return [diff === '' ? change : { ...change, diff }];
}

function diffOf(result: JsonObject): string {
  let diff = '';
  for (const hunk of objectsAt(result, 'structuredPatch')) {
    const lines = textsAt(hunk, 'lines') ?? [];
    const was = `${numberAt(hunk, 'oldStart') ?? 0},${numberAt(hunk, 'oldLines') ?? 0}`;
    const is = `${numberAt(hunk, 'newStart') ?? 0},${numberAt(hunk, 'newLines') ?? 0}`;
    diff += `@@ -${was} +${is} @@\n`;
    for (const line of lines) diff += `${line}\n`;
  }
  return diff;
}
