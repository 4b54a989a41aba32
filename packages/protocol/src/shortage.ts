import { errorCode } from './errors.js';

/** What a machine has no more of, as a code that is stable. */
export type Shortage =
  | 'disk_full'
  | 'open_files_limit'
  | 'open_files_limit_system'
  | 'out_of_memory';

/** By the code of the error in which it shows: the system's, or one of Dragoman's own. */
const SHORTAGES: Readonly<Record<string, Shortage>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  journal_disk_full: 'disk_full',
  install_disk_full: 'disk_full',
  EMFILE: 'open_files_limit',
  open_files_limit: 'open_files_limit',
  ENFILE: 'open_files_limit_system',
  open_files_limit_system: 'open_files_limit_system',
  ENOMEM: 'out_of_memory',
  out_of_memory: 'out_of_memory',
};

/**
 * What there was no more of where something failed. Looks at causes, too: a file that can't be opened is
 * reported as many things, and that no file can be is the one that helps.
 */
export function shortageOf(error: unknown): Shortage | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = errorCode(cause);
    if (code !== undefined && Object.hasOwn(SHORTAGES, code)) return SHORTAGES[code];
  }
  return undefined;
}
