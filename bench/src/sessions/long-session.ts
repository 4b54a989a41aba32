import { withOwnMarks } from '@dragoman/testkit';
import { firstSession, type MadeSession } from './made-session.js';
import { type RecordedLine, recordedByVersion } from './recorded-lines.js';
import { createRunningTotal } from './running-total.js';

/** A recorded turn is two calls of the model; a real one is seventeen. */
const RECORDED_PER_TURN = 9;
/** What a count says, behind its time. */
const COUNT = /"payload":\{"type":"token_count".*/;

/** The versions that sessions can be made of. */
export function sessionVersions(): string[] {
  return [...recordedByVersion().keys()];
}

/**
 * One session of a version of Codex: the recordings of it in which a tool is called, over and over,
 * each time with other times and ids, some of them to a turn, given piece by piece until there
 * are so many bytes. Records come about as often as in five real sessions of 2,013 lines: 334
 * `turn_context`, 328 `token_count`, 323 `agent_reasoning`, 318 `reasoning`, 314 calls and as many
 * outputs, but only 26 messages of the user and 14 of the agent. So each call follows a thought, and
 * a reply ends its turn.
 */
export function* longSession(
  version: string,
  leastBytes: number,
  made: MadeSession = firstSession,
): Generator<string, void, void> {
  const recorded = recordedByVersion().get(version) ?? [];
  const thought = thoughtOf(version);
  const steps = recorded
    .filter(callsTool)
    .map((lines) => withThoughts(withWholeReply(lines), thought));
  const total = createRunningTotal();
  let bytes = 0;
  let records = 0;
  for (let piece = 0; bytes < leastBytes; piece += 1) {
    let text = '';
    for (const line of steps[piece % steps.length] ?? []) {
      if (!isKept(line, piece)) continue;
      records += 1;
      text += `${total.withTotal(marked(line, records, piece, made))}\n`;
    }
    bytes += Buffer.byteLength(text);
    yield text;
  }
}

/** The line with another time and other ids. */
function marked(
  { part, text }: RecordedLine,
  ordinal: number,
  piece: number,
  { id, started, firstPiece }: MadeSession,
): string {
  const time = new Date(started + ordinal * 97);
  const sessionId = part === 'head' ? id : undefined;
  return withOwnMarks(text, { time, piece: firstPiece + piece, sessionId });
}

function isKept({ part }: RecordedLine, piece: number): boolean {
  const position = piece % RECORDED_PER_TURN;
  if (part === 'head') return piece === 0;
  if (part === 'opening') return position === 0;
  return (part !== 'reply' && part !== 'closing') || position === RECORDED_PER_TURN - 1;
}

function callsTool(lines: readonly RecordedLine[]): boolean {
  return lines.some(({ part }) => part === 'output');
}

/** What a thought is in a version: its event or its item, and the response item that repeats it. */
function thoughtOf(version: string): readonly RecordedLine[] {
  const all = recordedByVersion();
  for (const recorded of [all.get(version) ?? [], ...all.values()]) {
    for (const lines of recorded) {
      const thoughts = lines.filter(({ part }) => part === 'thought');
      const [event, item] = thoughts;
      if (thoughts.length === 2 && event?.type !== item?.type) return thoughts;
    }
  }
  return [];
}

/** Puts a thought before each call that has none, and leaves out counts that only repeat the last. */
function withThoughts(
  lines: readonly RecordedLine[],
  thought: readonly RecordedLine[],
): RecordedLine[] {
  const thoughtful: RecordedLine[] = [];
  let isThought = false;
  let lastCount: string | undefined;
  for (const line of lines) {
    const count = COUNT.exec(line.text)?.[0];
    if (count !== undefined && count === lastCount) continue;
    lastCount = count ?? lastCount;
    if (line.part === 'call' && !isThought) thoughtful.push(...thought);
    if (line.part === 'thought' || line.part === 'call') isThought = true;
    if (line.part === 'output') isThought = false;
    thoughtful.push(line);
  }
  return thoughtful;
}

/** Makes all of a recording's last call of the model, which only replies, part of the reply. */
function withWholeReply(lines: readonly RecordedLine[]): RecordedLine[] {
  const last = lines.findLastIndex(({ part }) => part === 'output');
  return lines.map((line, index) => {
    const isCountOfOutput = index === last + 1 && COUNT.test(line.text);
    return index > last && !isCountOfOutput && line.part === 'rest'
      ? { ...line, part: 'reply' }
      : line;
  });
}
