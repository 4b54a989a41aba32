import type { Interpretation, Skim } from '../../interpret/interpreter.js';
import { attachmentRules } from './attachment-rules.js';
import type { Branches } from './branches.js';
import { recordRules } from './record-rules.js';

/** How a record begins that is neither a message nor `system`. */
const TYPE_OPENS = '{"type":"';
/** How an attachment is told from a message, so near to its beginning. */
const ATTACHMENT_OPENS = '"attachment":{"type":"';
const ATTACHMENT_WITHIN = 200;
const UUID_OPENS = '"uuid":"';

const CONTEXT: Interpretation = { native: 'attachment/other', disposition: 'metadata', events: [] };

/** The records that say nothing, by their types. */
const SILENT: ReadonlyMap<string, Interpretation> = new Map(
  Object.entries(recordRules)
    .filter(([, { disposition }]) => disposition === 'metadata')
    .map(([native]) => [native, { native, disposition: 'metadata', events: [] }]),
);

/**
 * With every prompt the CLI keeps what it knows besides, and what it adds for the model: much of it
 * long, none of it told.
 */
export function createSkim(branches: Branches): Skim {
  return {
    // A line that was cut off is looked at as a whole.
    isMeant: (line) => line.endsWith('}') && (silentRecord(line) !== undefined || isContext(line)),
    push(line) {
      const silent = silentRecord(line);
      if (silent !== undefined) return silent;
      const uuid = textBehind(line, UUID_OPENS, line.lastIndexOf(UUID_OPENS));
      // A record that comes twice is counted as such.
      return uuid !== undefined && branches.note({ uuid }) ? CONTEXT : undefined;
    },
  };
}

function silentRecord(line: string): Interpretation | undefined {
  const type = line.startsWith(TYPE_OPENS) ? textBehind(line, TYPE_OPENS, 0) : undefined;
  return type === undefined ? undefined : SILENT.get(type);
}

function isContext(line: string): boolean {
  const type = textBehind(
    line,
    ATTACHMENT_OPENS,
    line.lastIndexOf(ATTACHMENT_OPENS, ATTACHMENT_WITHIN),
  );
  return type !== undefined && !Object.hasOwn(attachmentRules, type);
}

/** The short text behind an opening that stands at a place. */
function textBehind(line: string, opening: string, at: number): string | undefined {
  const start = at + opening.length;
  const end = at === -1 ? -1 : line.indexOf('"', start);
  return end === -1 ? undefined : line.slice(start, end);
}
