import { type Frame, isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';

type LineFrame = Frame & { readonly kind: 'line' };

/** Lines that may turn out to be one document. */
export interface DocumentCollector {
  /** False once the lines are known to be single records: then no more need be pushed. */
  isOpen(): boolean;
  /** Takes a line. Returns those that are single records: this one, or all that were kept. */
  push(line: LineFrame): readonly LineFrame[];
  /** No more lines come: the document, or the lines if they are none. */
  close(): { readonly document: JsonObject | undefined; readonly lines: readonly LineFrame[] };
}

/** A line that begins an object and says nothing of it: so does JSON that is laid out for people. */
const OPENING = /^\s*\{\s*$/;
/** The line that ends it: whatever lies within is indented. */
const CLOSING = /^\}\s*$/;
/** How a record begins that is one line. */
const RECORD = /^\s*\{/;
/** All of a document is held at once, in characters. */
const LARGEST_DOCUMENT = 64 * 1024 * 1024;
const NONE: readonly LineFrame[] = [];

/**
 * Some agents save a session as one JSON document, laid out over many lines. It can only be read when
 * it is complete; a stream of one record a line never begins with a line that is just a brace. What
 * comes before it or after it, and is no record either, is noise.
 */
export function createDocumentCollector(): DocumentCollector {
  let kept: LineFrame[] = [];
  let length = 0;
  let isOpen = true;
  let document: JsonObject | undefined;

  const giveUp = (): readonly LineFrame[] => {
    const lines = kept;
    kept = [];
    document = undefined;
    isOpen = false;
    return lines;
  };

  /** Whether what is kept may still be a document, or the beginning of one. */
  const isLikely = (line: LineFrame): boolean => {
    if (length > LARGEST_DOCUMENT || document !== undefined) return false;
    if (kept.length === 1) return OPENING.test(line.text);
    if (!CLOSING.test(line.text)) return true;
    document = parseDocument(kept);
    return document !== undefined;
  };

  return {
    isOpen: () => isOpen,
    push(line) {
      const isAround = kept.length === 0 || document !== undefined;
      if (isAround && !RECORD.test(line.text)) return [line];
      kept.push(line);
      length += line.text.length;
      return isLikely(line) ? NONE : giveUp();
    },
    close() {
      const found = document ?? parseDocument(kept);
      const lines = giveUp();
      return { document: found, lines: found === undefined ? lines : NONE };
    },
  };
}

function parseDocument(lines: readonly LineFrame[]): JsonObject | undefined {
  if (lines.length === 0) return undefined;
  const parsed = parseJson(lines.map(({ text }) => text).join('\n'));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}
