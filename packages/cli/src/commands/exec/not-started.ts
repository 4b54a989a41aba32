import { writeJson } from '@dragoman/protocol';
import type { Terminal } from '../../terminal/terminal.js';

/** Writes the one event of a turn that was refused: its `end`. */
export async function writeNotStarted(
  { message, code }: { readonly message: string; readonly code: string },
  terminal: Terminal,
): Promise<void> {
  const reason = message.replace(/^error: /, '');
  const end = { type: 'end', status: 'not_started', exit_code: null, signal: null, reason, code };
  await terminal.write(`${writeJson({ ...end, usage: null })}\n`);
}
