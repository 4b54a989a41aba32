import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { given } from '../../interpret/given.js';
import { numberAt, textAt } from '../../interpret/json-fields.js';
import type { SessionSummary } from '../../sessions/session-store.js';
import { isoTime } from '../iso-time.js';
import { readStepUsage } from '../usage/read-step-usage.js';
import { writeSandboxFolders } from './database-location.js';

/** What a list shows of a session, by its row; undefined for a row without an id. */
export function summariseRow(row: JsonObject, database: string): SessionSummary | undefined {
  const id = textAt(row, 'id');
  if (id === undefined) return undefined;
  const startedAt = isoTime(numberAt(row, 'time_created'));
  const updatedAt = isoTime(numberAt(row, 'time_updated')) ?? startedAt;
  const summary: SessionSummary = {
    id,
    path: writeSandboxFolders({ database, id }),
    updatedAt: updatedAt ?? new Date(0).toISOString(),
    bytes: numberAt(row, 'bytes') ?? 0,
    archived: numberAt(row, 'time_archived') !== undefined,
  };
  return Object.assign(
    summary,
    given({
      startedAt,
      cwd: textAt(row, 'directory'),
      modelId: textAt(row, 'model'),
      version: textAt(row, 'version'),
      firstPrompt: textAt(row, 'prompt'),
      turns: numberAt(row, 'turns'),
      usage: usageOfRow(row),
      parentId: textAt(row, 'parent_id'),
    }),
  );
}

/** What a session used, where its row says so. */
function usageOfRow(row: JsonObject): UsageFigures | undefined {
  const { input, output, reasoning, cache_read: read, cache_write: write, cost } = row;
  if (typeof input !== 'number') return undefined;
  const total = numberAt(row, 'total');
  const tokens = { input, output, reasoning, cache: { read, write }, ...(total && { total }) };
  return readStepUsage({ tokens, cost });
}
