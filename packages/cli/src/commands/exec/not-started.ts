import type { Terminal } from '../../terminal/terminal.js';

/** Writes the one event of a turn that was refused: its `end`. */
import { jsonLine } from '../../terminal/text/json-line.js';

export async function writeNotStarted(
  { message, code }: { readonly message: string; readonly code: string },
  terminal: Terminal,
): Promise<void> {
  const reason = message.replace(/^error: /, '');
  const end = { type: 'end', status: 'not_started', exit_code: null, signal: null, reason, code };
  await terminal.write(jsonLine({ ...end, usage: null }));
}
