import { readFileSync } from 'node:fs';
import type { AgentName } from '@dragoman/agents';
import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { recordings, withOwnMarks } from '@dragoman/testkit';
import { words } from './life-sized.js';
import { firstSession, type MadeSession } from './made-session.js';

/** Stands for the session's own id while all others are made new. */
const OWN_ID = 'THE-SESSION';
/** What tools print, on and off. */
const OUTPUT_BYTES = [2_500, 400, 8_000, 1_200, 10_000, 6_000];
/** The members that hold what a tool printed, in the files of any agent. */
const OUTPUTS: ReadonlySet<string> = new Set(['stdout', 'output', 'resultDisplay']);

/** The versions of an agent whose recorded sessions can be blown up. */
export function blownUpVersions(agent: AgentName): string[] {
  return [...new Set(recordedSessions(agent).map(({ version }) => version))];
}

/**
 * One session of a version of an agent: its recordings in which a tool is called, over and over, with
 * other times and ids and with as much printed by tools as in life, piece by piece until there
 * are so many bytes.
 */
export function* blownUp(
  agent: AgentName,
  version: string,
  leastBytes: number,
  made: MadeSession = firstSession,
): Generator<string, void, void> {
  const sessions = recordedSessions(agent).filter((session) => session.version === version);
  let bytes = 0;
  let latest: string | undefined;
  for (let piece = 0; bytes < leastBytes; piece += 1) {
    const { records } = sessions[piece % sessions.length] ?? { records: [] };
    let text = '';
    for (const [index, record] of records.entries()) {
      if (piece > 0 && isOpening(record)) continue;
      const written = marked(record, piece, piece * 1000 + index, made);
      // Claude Code's records form a chain, which a new root would break off.
      if (written.parentUuid === null && latest !== undefined) written.parentUuid = latest;
      if (typeof written.uuid === 'string') latest = written.uuid;
      text += `${JSON.stringify(written)}\n`;
    }
    bytes += Buffer.byteLength(text);
    yield text;
  }
}

interface RecordedSession {
  readonly version: string;
  readonly records: readonly JsonObject[];
}

const recorded = new Map<AgentName, readonly RecordedSession[]>();

function recordedSessions(agent: AgentName): readonly RecordedSession[] {
  const sessions = recorded.get(agent) ?? readRecorded(agent);
  recorded.set(agent, sessions);
  return sessions;
}

function readRecorded(agent: AgentName): RecordedSession[] {
  return recordings()
    .filter((recording) => recording.agent === agent && recording.view === 'saved')
    .filter(({ path }) => path.endsWith('.jsonl'))
    .map(({ version, path }) => {
      const text = readFileSync(path, 'utf8').trimEnd();
      return { version, text };
    })
    .filter(({ text }) => /"tool_use"|"toolCalls"/.test(text))
    .map(({ version, text }) => ({
      version,
      // The files of sub-agents are set off with blank lines.
      records: text
        .split('\n')
        .filter((line) => line !== '')
        .map((line, index) => withOutputs(JSON.parse(line), index)),
    }));
}

/** What stands only once in a file: the header of Gemini CLI, and the context it sets. */
function isOpening(record: JsonObject): boolean {
  const set = record.$set;
  return 'projectHash' in record || (isJsonObject(set) && 'messages' in set);
}

function marked(
  record: JsonObject,
  piece: number,
  ordinal: number,
  { id, started, firstPiece }: MadeSession,
): JsonObject {
  const { sessionId } = record;
  const text = JSON.stringify(record);
  const kept = typeof sessionId === 'string' ? text.replaceAll(sessionId, OWN_ID) : text;
  const time = new Date(started + ordinal * 97);
  return JSON.parse(withOwnMarks(kept, { time, piece: firstPiece + piece }).replaceAll(OWN_ID, id));
}

/** The record with more text where a tool has printed some. */
function withOutputs(record: JsonObject, index: number): JsonObject {
  const printed = words(OUTPUT_BYTES[index % OUTPUT_BYTES.length] ?? 0);
  const text = JSON.stringify(record, (key, value: unknown) => {
    const isOutput = OUTPUTS.has(key) || (key === 'content' && isResult(record));
    return isOutput && typeof value === 'string' && value !== '' ? value + printed : value;
  });
  return JSON.parse(text);
}

/** Claude Code's answer to a tool holds what it printed as its content. */
function isResult(record: JsonObject): boolean {
  return record.type === 'user' && 'toolUseResult' in record;
}
