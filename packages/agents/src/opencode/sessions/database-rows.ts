import { addUsageFigures, type JsonObject, type UsageFigures } from '@dragoman/protocol';
import { given, numberAt, textAt } from '../../interpret/json-fields.js';
import type { SessionSummary } from '../../sessions/session-store.js';
import { isoTime } from '../iso-time.js';
import { promptText } from '../prompt-text.js';
import { readMessageUsage } from '../usage.js';

// The queries of OpenCode's database, through `opencode db`. The tables are the same since 1.2; columns
// that later versions added aren't used.

const isSet = (flag: string): string => `coalesce(json_extract(p.data, '$.${flag}'), 0)`;

/** What the user said, or asked a sub-agent through a command. */
const OWN_WORDS = `(json_extract(p.data, '$.type') = 'subtask' OR json_extract(p.data, '$.type') = 'text' AND NOT ${isSet('synthetic')} AND NOT ${isSet('ignored')})`;

/** That, or what the user attached. */
const OWN_PART = `(json_extract(p.data, '$.type') IN ('file', 'agent') OR ${OWN_WORDS})`;

const sumOf = (figure: string): string =>
  `(SELECT sum(json_extract(m.data, '$.${figure}')) FROM message m WHERE m.session_id = s.id)`;

const FIGURES: Readonly<Record<string, string>> = {
  input: sumOf('tokens.input'),
  output: sumOf('tokens.output'),
  reasoning: sumOf('tokens.reasoning'),
  cache_read: sumOf('tokens.cache.read'),
  cache_write: sumOf('tokens.cache.write'),
  total: sumOf('tokens.total'),
  cost: sumOf('cost'),
};

const COLUMNS: Readonly<Record<string, string>> = {
  id: 's.id',
  parent_id: 's.parent_id',
  directory: 's.directory',
  version: 's.version',
  time_created: 's.time_created',
  time_updated: 's.time_updated',
  time_archived: 's.time_archived',
  bytes: `(SELECT sum(octet_length(p.data)) FROM part p WHERE p.session_id = s.id)`,
  prompt: `(SELECT coalesce(json_extract(p.data, '$.text'), json_extract(p.data, '$.prompt')) FROM part p JOIN message m ON m.id = p.message_id WHERE m.session_id = s.id AND json_extract(m.data, '$.role') = 'user' AND ${OWN_WORDS} ORDER BY p.id LIMIT 1)`,
  turns: `(SELECT count(DISTINCT m.id) FROM message m JOIN part p ON p.message_id = m.id WHERE m.session_id = s.id AND json_extract(m.data, '$.role') = 'user' AND ${OWN_PART})`,
  model: `(SELECT json_extract(m.data, '$.providerID') || '/' || json_extract(m.data, '$.modelID') FROM message m WHERE m.session_id = s.id AND json_extract(m.data, '$.role') = 'assistant' ORDER BY m.id DESC LIMIT 1)`,
  ...FIGURES,
};

/** The sessions of all projects, those last written to first. */
export function listQuery(limit: number): string {
  const most = Number.isFinite(limit) ? ` LIMIT ${Math.max(0, Math.floor(limit))}` : '';
  return `SELECT ${named(COLUMNS)} FROM session s ORDER BY s.time_updated DESC, s.id${most}`;
}

/** What each answer of a model used, and of which session it is. */
export const answersQuery = `SELECT m.id, m.session_id, s.directory AS cwd, json_object('role', 'assistant', 'time', json_extract(m.data, '$.time'), 'modelID', json_extract(m.data, '$.modelID'), 'providerID', json_extract(m.data, '$.providerID'), 'cost', json_extract(m.data, '$.cost'), 'tokens', json_extract(m.data, '$.tokens')) AS data FROM message m JOIN session s ON s.id = m.session_id WHERE json_extract(m.data, '$.role') = 'assistant' ORDER BY m.id`;

/** The ids of all sessions. */
export const allIdsQuery = 'SELECT id FROM session';

const ID = /^\w+$/;

/** The ids that begin with this; undefined when none can. */
export function idsQuery(beginning: string, limit: number): string | undefined {
  if (!ID.test(beginning)) return undefined;
  const length = beginning.length;
  return `SELECT id FROM session WHERE substr(id, 1, ${length}) = '${beginning}' LIMIT ${limit}`;
}

/** The ids of sessions of which some part holds a text. As hexadecimal digits no text can end the query. */
export function holdingQuery(text: string): string {
  const digits = Buffer.from(text.toLowerCase()).toString('hex');
  return `SELECT DISTINCT session_id AS id FROM part WHERE instr(lower(data), CAST(x'${digits}' AS TEXT)) > 0`;
}

function named(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, expression]) => `${expression} AS ${name}`)
    .join(', ');
}

/** What a list shows of a session, by its row; undefined for a row without an id. */
export function summariseRow(
  row: JsonObject,
  pathOf: (id: string) => string,
): SessionSummary | undefined {
  const id = textAt(row, 'id');
  if (id === undefined) return undefined;
  const startedAt = isoTime(numberAt(row, 'time_created'));
  const updatedAt = isoTime(numberAt(row, 'time_updated')) ?? startedAt;
  const summary: SessionSummary = {
    id,
    path: pathOf(id),
    updatedAt: updatedAt ?? new Date(0).toISOString(),
    bytes: numberAt(row, 'bytes') ?? 0,
    archived: numberAt(row, 'time_archived') !== undefined,
  };
  const version = textAt(row, 'version');
  const prompt = textAt(row, 'prompt');
  return Object.assign(
    summary,
    given({
      startedAt,
      cwd: textAt(row, 'directory'),
      modelId: textAt(row, 'model'),
      version,
      firstPrompt: prompt === undefined ? undefined : promptText(prompt, version),
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
  const usage = readMessageUsage({ tokens, cost });
  // A sum that the database made may end with a rest, which a sum of ours never does.
  return usage && addUsageFigures(undefined, usage);
}
