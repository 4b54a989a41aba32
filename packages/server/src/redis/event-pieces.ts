import { readHead } from '@dragoman/runtime/internal';

/** Some events in a row, as they are in the stream. */
export interface EventPiece {
  /** The event before the first of them. */
  readonly after: number;
  readonly last: number;
  readonly bytes: Buffer;
}

/** `[[id, [a, after, b, bytes]], …]` */
export function piecesIn(reply: unknown): readonly EventPiece[] {
  if (!Array.isArray(reply)) return [];
  return reply.flatMap((one: unknown) => {
    const [id, fields] = Array.isArray(one) ? one : [];
    const [, after, , bytes] = Array.isArray(fields) ? fields : [];
    if (!Buffer.isBuffer(bytes)) return [];
    return [{ after: Number(String(after)), last: Number.parseInt(String(id), 10), bytes }];
  });
}

/** The piece that goes with the news of it: `last after bytes`. Nothing where it has to be asked for. */
export function pieceInNews(message: string): EventPiece | undefined {
  const [head = '', last, after] = /^(\d+) (\d+) /.exec(message) ?? [];
  if (head === '') return undefined;
  return {
    after: Number(after),
    last: Number(last),
    bytes: Buffer.from(message.slice(head.length)),
  };
}

/** The lines of a piece that come after a cursor. */
export function batchOf({ after, bytes }: EventPiece, cursor: number) {
  const all = linesIn(bytes.toString('utf8'));
  const isWhole = after >= cursor;
  const lines = isWhole ? all : all.filter((line) => (readHead(line)?.seq ?? 0) > cursor);
  if (lines.length === 0) return undefined;
  const isEnd = readHead(lines.at(-1) ?? '')?.type === 'end';
  return { lines: isWhole ? { lines, bytes } : { lines }, isEnd };
}

/** Each with its newline. */
function linesIn(text: string): readonly string[] {
  const lines: string[] = [];
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const next = newline === -1 ? text.length : newline + 1;
    lines.push(text.slice(from, next));
    from = next;
  }
  return lines;
}
