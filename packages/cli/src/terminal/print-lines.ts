import { type Line, printLine } from './conversation/line.js';
import type { Terminal } from './terminal.js';

/** Writes lines as data. */
export async function printLines(lines: readonly Line[], terminal: Terminal): Promise<void> {
  if (lines.length === 0) return;
  const printed = lines.map((line) => printLine(line, terminal.paintData));
  await terminal.write(`${printed.join('\n')}\n`);
}

/** Says lines to the person. */
export function sayLines(lines: readonly Line[], terminal: Terminal): void {
  for (const line of lines) terminal.say(printLine(line, terminal.paint));
}
