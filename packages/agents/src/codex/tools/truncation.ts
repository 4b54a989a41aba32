/** A text, and whether Codex cut something out of it. */
interface CutText {
  readonly text: string;
  readonly truncated: boolean;
}

/** What stands where something was cut out; each version that cuts says it in another way. */
export const cutMark =
  /\[\.\.\. (?:omitted \d+ of \d+ lines|output truncated to fit \d+ bytes) \.\.\.\]|…\d+ (?:tokens|chars) truncated…|\.\.\. \d+ bytes omitted \.\.\.|\.\.\. command output truncated for persistence \.\.\.|^\[omitted \d+ (?:text|audio) items \.\.\.\]/m;

/** The lines before a text that was cut: from 0.50 how long it was, from 0.150 also a warning. */
const WARNING = 'Warning: truncated output ';
const CUT_HEADER =
  /^(?:Warning: truncated output \(original token count: \d+\)\n(?:\.\.\. \d+ bytes omitted \.\.\.\n)?(?:Total output lines: \d+\n)?\n|Total output lines: \d+\n\n)/;

const BYTES_PER_TOKEN = 4;

/** A cut leaves more than this, unless the model asked for less: then Codex says the original size. */
const LEAST_LEFT = 1000;

/**
 * Takes Codex's header off a text that it cut. A command may print the same, so the header
 * only counts with a mark of a cut behind it, and neither counts in a short text, or where the size
 * that the whole text had, in tokens as Codex estimates them, is the size it still has.
 */
export function readTruncation(text: string, originalTokens?: number): CutText {
  if (!mayBeCut(text) || !cutMark.test(text)) return { text, truncated: false };
  const isWhole =
    originalTokens === undefined
      ? text.length < LEAST_LEFT && !text.startsWith(WARNING)
      : estimateTokens(text) === originalTokens;
  if (isWhole) return { text, truncated: false };
  return { text: text.replace(CUT_HEADER, ''), truncated: true };
}

/** Plain searches cost much less than the pattern, and the one for dots, which every mark has, least. */
function mayBeCut(text: string): boolean {
  const hasDots = text.includes('...') || text.includes('…');
  return hasDots && (text.includes('truncated') || text.includes('omitted'));
}

function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
