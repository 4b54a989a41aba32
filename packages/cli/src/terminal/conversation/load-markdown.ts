import type { Terminal } from '../terminal.js';
import type { Look } from './look.js';

/** How Markdown is rendered on a terminal. It is loaded only there: it takes longer than a small command. */
export async function loadMarkdown({ columns }: Terminal): Promise<Look['markdown']> {
  if (columns === undefined) return undefined;
  return (await import('../markdown/markdown-lines.js')).markdownLines;
}
