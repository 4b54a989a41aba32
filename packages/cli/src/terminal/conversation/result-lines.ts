import type { ToolResultBlock } from '@dragoman/protocol';
import { formatDuration } from '../text/format-time.js';
import { harmlessLines } from '../text/harmless-text.js';
import { cutLines } from './cut-lines.js';
import { imageLabel } from './image-label.js';
import { type Line, painted, plain } from './line.js';
import type { Look } from './look.js';
import { proseLines, withoutBlankEnds } from './prose-lines.js';

const OUTPUT_SHOWN = { head: 8, tail: 6 };
/** What is quicker is not worth a word. */
const SLOW_MS = 1000;

/** What a tool gave back, and how it ended where that is not simply well. */
export function resultLines(result: ToolResultBlock, look: Look): Line[] {
  return [...outputLines(result, look), ...verdictLines(result)];
}

function outputLines({ content = '', status, exit_code }: ToolResultBlock, look: Look): Line[] {
  // What the tool itself has to say of its failure is prose, other than what a command prints.
  const isComplaint = status === 'error' && exit_code === undefined;
  const textLines = (text: string): Line[] =>
    isComplaint ? proseLines(text, look) : withoutBlankEnds(harmlessLines(text)).map(plain);
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const lines = blocks.flatMap((block) =>
    block.type === 'text' ? textLines(block.text) : [plain(imageLabel(block.source, look))],
  );
  return cutLines(lines, OUTPUT_SHOWN, look);
}

function verdictLines(result: ToolResultBlock): Line[] {
  const { status, exit_code: exitCode, duration_ms: duration, truncated, preliminary } = result;
  const failure = failureWord(status, exitCode);
  const facts = [
    ...(failure === undefined && exitCode !== undefined && exitCode !== 0
      ? [`exit ${exitCode}`]
      : []),
    ...(duration !== undefined && duration >= SLOW_MS ? [formatDuration(duration)] : []),
    ...(truncated ? ['output cut by the agent'] : []),
    ...(preliminary ? ['no end of it seen'] : []),
  ];
  if (failure === undefined) return facts.length === 0 ? [] : [painted('dim', facts.join(' · '))];
  return [
    [
      { text: `✗ ${failure}`, format: 'red' },
      { text: facts.map((fact) => ` · ${fact}`).join(''), format: 'dim' },
    ],
  ];
}

function failureWord(
  status: ToolResultBlock['status'],
  exitCode: number | undefined,
): string | undefined {
  switch (status) {
    case 'error':
      return exitCode === undefined ? 'failed' : `exit ${exitCode}`;
    case 'denied':
      return 'refused';
    case 'cancelled':
      return 'cancelled';
    default:
      return undefined;
  }
}
