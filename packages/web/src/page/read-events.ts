import { createLineFramer, isJsonObject, parseJson } from '@dragoman/protocol';

/** An event of the journal as the page has it: of a type that this version may not know. */
export interface SeenEvent {
  readonly type: string;
  readonly seq: number;
  readonly ts?: string;
  readonly [field: string]: unknown;
}

export interface EventReader {
  /** The position of the last event that was read. */
  readonly cursor: number;
  push(bytes: Uint8Array): readonly SeenEvent[];
  /** A new connection begins: what the last one left unfinished comes again. */
  restart(after: number): void;
}

/** Longer lines are counted, not read: a tab has to hold all of them. */
const LONGEST_LINE = 32 * 1024 * 1024;

/** Makes events of what comes over one connection after another, each exactly once and in order. */
export function createEventReader(): EventReader {
  let cursor = 0;
  let framer = createLineFramer({ maxLineBytes: LONGEST_LINE });
  return {
    get cursor() {
      return cursor;
    },
    push(bytes) {
      const events: SeenEvent[] = [];
      for (const frame of framer.push(bytes)) {
        const event =
          frame.kind === 'line'
            ? eventOf(frame.text, cursor + 1)
            : unreadable(cursor + 1, `a line of ${frame.bytes} bytes`);
        // A ping has no position; what is not new was read over the connection before.
        if (event === undefined || event.seq <= cursor) continue;
        cursor = event.seq;
        events.push(event);
      }
      return events;
    },
    restart(after) {
      cursor = after;
      framer = createLineFramer({ maxLineBytes: LONGEST_LINE });
    },
  };
}

/** Positions have no gaps, so a line that can't be read has the next one. */
function eventOf(line: string, next: number): SeenEvent | undefined {
  const parsed = parseJson(line);
  if (!parsed.ok || !isJsonObject(parsed.value)) return unreadable(next, line.slice(0, 200));
  const { type, seq, ts } = parsed.value;
  if (typeof type !== 'string') return unreadable(next, line.slice(0, 200));
  if (typeof seq !== 'number') return undefined;
  return { ...parsed.value, type, seq, ...(typeof ts === 'string' && { ts }) };
}

function unreadable(seq: number, excerpt: string): SeenEvent {
  return { type: 'unreadable', seq, excerpt };
}
