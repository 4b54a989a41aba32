import { errorMessage, writeJson } from '@dragoman/protocol';
import { type Expired, findExpired } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { printLines } from '../../terminal/print-lines.js';
import type { Terminal } from '../../terminal/terminal.js';
import { cleanedLines } from './cleaned-lines.js';

export interface CleanOptions {
  readonly olderThan: number;
  readonly agents?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export interface Cleaned extends Expired {
  /** Undefined: nobody was asked to remove it yet. */
  readonly removed: boolean | undefined;
  readonly problem?: string;
}

/** `dragoman clean`: shows what nobody has used for long; with `--yes` it removes that. */
export async function clean(options: CleanOptions, terminal: Terminal): Promise<ExitCode> {
  const { olderThan, agents, yes, json } = options;
  terminal.status('looking around…');
  const cleaned: Cleaned[] = [];
  for (const expired of await findExpired({ olderThanMs: olderThan, installs: agents })) {
    if (terminal.signal.aborted) break;
    cleaned.push(yes ? await removed(expired) : { ...expired, removed: undefined });
  }
  if (json) await terminal.write(cleaned.map(jsonLine).join(''));
  else await printLines(cleanedLines(cleaned, terminal.columns), terminal);
  if (terminal.signal.aborted) return EXIT.interrupted;
  return cleaned.some((one) => one.removed === false) ? EXIT.failure : EXIT.success;
}

/** One that can't be removed keeps nobody from the others. */
async function removed(expired: Expired): Promise<Cleaned> {
  try {
    await expired.remove();
    return { ...expired, removed: true };
  } catch (error) {
    return { ...expired, removed: false, problem: errorMessage(error) };
  }
}

function jsonLine({ remove: _remove, ...cleaned }: Cleaned): string {
  return `${writeJson(cleaned)}\n`;
}
