import { recordings } from '@dragoman/testkit';

const SESSION_ID = '01a1e0ae-0000-7000-8000-000000000000';
const STARTED = Date.parse('2026-01-01T00:00:00.000Z');

/** What has to differ between two turns of one session: times, and ids of any sort. */
const MARKS =
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z|\b(?:call|msg|rs|fc|ws|resp)_(?!id\b)[\w-]+|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const HEADER = /"type":"session_meta"|^\{"id":"[^"]*","timestamp"/;
const TURN =
  /"(?:task_started|task_complete|user_message|UserMessage)"|"role":"(?:user|developer)"/;

export interface LongSession {
  readonly version: string;
  /** How often the recorded turns come. */
  readonly times: number;
  /** Leave out what marks turns, and prompts, so that all of it is one turn. */
  readonly oneTurn?: boolean;
}

/** Everything that was recorded with a version of Codex, one after the other, as one saved session. */
export function longSession({ version, times, oneTurn = false }: LongSession): string {
  const turns = recordings()
    .filter((of) => of.agent === 'codex' && of.view === 'saved' && of.version === version)
    .map((turn) => new TextDecoder().decode(turn.bytes()).trimEnd().split('\n'));
  const lines: string[] = [];
  for (let time = 0; time < times; time += 1) {
    for (const [index, turn] of turns.entries()) {
      const isFirst = lines.length === 0;
      const kept = turn.filter((line) => isFirst || isKept(line, oneTurn));
      for (const line of kept) lines.push(marked(line, `${time}_${index}`, lines.length));
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The versions of Codex there are recordings of. */
export function recordedVersions(): string[] {
  const versions = recordings()
    .filter(({ agent, view }) => agent === 'codex' && view === 'saved')
    .map(({ version }) => version);
  return [...new Set(versions)];
}

function isKept(line: string, oneTurn: boolean): boolean {
  return !HEADER.test(line) && !(oneTurn && TURN.test(line));
}

function marked(line: string, turn: string, ordinal: number): string {
  const isHeader = HEADER.test(line);
  return line.replace(MARKS, (mark) => {
    if (mark.endsWith('Z')) return new Date(STARTED + ordinal * 7).toISOString();
    if (mark.includes('_')) return `${mark}_${turn}`;
    return isHeader ? SESSION_ID : `${mark.slice(0, 24)}${hexOf(turn)}`;
  });
}

function hexOf(turn: string): string {
  return Buffer.from(turn).toString('hex').slice(-12).padStart(12, '0');
}
