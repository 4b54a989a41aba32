import { readFileSync } from 'node:fs';
import { recordings } from '@dragoman/testkit';
import { lifeSized } from './life-sized.js';

/** What has to differ between two turns of one session: times, and ids of any sort. */
const MARKS =
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z|\b(?:call|msg|rs|fc|ws|resp)_(?!id\b)[\w-]+|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const SESSION_META = '"type":"session_meta"';
/** What stands at the beginning and at the end of a turn, once. */
const OPENING =
  /"(?:task_started|user_message|UserMessage|world_state|thread_settings_applied)"|"role":"(?:user|developer)"/;
const CLOSING = /"(?:task_complete|turn_aborted)"/;
/** A recorded turn is a call or two of the model; a real one is dozens. */
const RECORDED_PER_TURN = 16;
const STARTED = Date.parse('2026-01-01T00:00:00.000Z');

/** The versions whose sessions are long in real life: those that write wrapped records. */
export function sessionVersions(): string[] {
  const wrapped = savedRecordings().filter(({ lines }) => lines[0]?.includes(SESSION_META));
  return [...new Set(wrapped.map(({ version }) => version))];
}

/**
 * One session of a version of Codex: all that was recorded with it, over and over, each time with
 * times and ids of its own, some of it to a turn, given piece by piece until there are so many bytes.
 */
export function* longSession(version: string, leastBytes: number): Generator<string, void, void> {
  const recorded = savedRecordings().filter((recording) => recording.version === version);
  const sessionId = '01a1e0ae-0000-7000-8000-000000000000';
  let bytes = 0;
  let records = 0;
  for (let piece = 0; bytes < leastBytes; piece += 1) {
    const { lines } = recorded[piece % recorded.length] ?? { lines: [] };
    const kept = lines.filter((line) => isKept(line, piece));
    const suffix = piece.toString(16).padStart(6, '0');
    const text = kept
      .map((line) => {
        records += 1;
        const time = new Date(STARTED + records * 97).toISOString();
        const isMeta = line.includes(SESSION_META);
        return `${line.replace(MARKS, (mark) => {
          if (mark.endsWith('Z')) return time;
          if (mark.includes('_')) return `${mark}_${suffix}`;
          return isMeta ? sessionId : `${mark.slice(0, -6)}${suffix}`;
        })}\n`;
      })
      .join('');
    bytes += Buffer.byteLength(text);
    yield text;
  }
}

function isKept(line: string, piece: number): boolean {
  if (line.includes(SESSION_META)) return piece === 0;
  const place = piece % RECORDED_PER_TURN;
  return (
    (place === 0 || !OPENING.test(line)) && (place === RECORDED_PER_TURN - 1 || !CLOSING.test(line))
  );
}

interface SavedRecording {
  readonly version: string;
  readonly lines: readonly string[];
}

let read: readonly SavedRecording[] | undefined;

function savedRecordings(): readonly SavedRecording[] {
  read ??= recordings()
    .filter(({ agent, view }) => agent === 'codex' && view === 'saved')
    .map(({ version, path }) => {
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n').map(lifeSized);
      return { version, lines };
    });
  return read;
}
