import { deriveId } from '@dragoman/protocol';
import type { TurnRequest } from '../../agent-command.js';
import { requireCodexSupport } from './codex-support.js';

interface SchemaFile {
  readonly args: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** The schema of the answer, which Codex wants in a file. */
export function schemaFile({ outputSchema, home, version }: TurnRequest): SchemaFile {
  if (outputSchema === undefined) return { args: [], files: {} };
  requireCodexSupport('outputSchema', version);
  const content = `${JSON.stringify(outputSchema, undefined, 2)}\n`;
  // Named for what it holds: turns that share a HOME don't write over each other's schema.
  const path = `.codex/output-schemas/${deriveId(content)}.json`;
  return { args: ['--output-schema', `${home}/${path}`], files: { [path]: content } };
}
