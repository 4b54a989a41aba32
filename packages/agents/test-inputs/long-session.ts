import { recordings, withOwnMarks } from '@dragoman/testkit';

const SESSION_ID = '01a1e0ae-0000-7000-8000-000000000000';
const STARTED = Date.parse('2026-01-01T00:00:00.000Z');

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
    // With it, a page of 0.107.0 ends amid calls made at once, and one of them is on two pages: a fault to mend.
    .filter((of) => !(version === '0.107.0' && of.scenario === 'words-of-a-sub-agent'))
    .map((turn) => new TextDecoder().decode(turn.bytes()).trimEnd().split('\n'));
  const lines: string[] = [];
  for (let time = 0; time < times; time += 1) {
    for (const [index, turn] of turns.entries()) {
      const isFirst = lines.length === 0;
      const kept = turn.filter((line) => isFirst || isKept(line, oneTurn));
      const piece = time * turns.length + index;
      for (const line of kept) lines.push(marked(line, piece, lines.length));
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

function marked(line: string, piece: number, ordinal: number): string {
  const time = new Date(STARTED + ordinal * 7);
  return withOwnMarks(line, { time, piece, sessionId: HEADER.test(line) ? SESSION_ID : undefined });
}
