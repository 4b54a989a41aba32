import { errorCode } from '@dragoman/protocol/internal';

/** What the machine has no more of, by the code of the error in which that shows. */
const SHORTAGES: Readonly<Record<string, string>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  journal_disk_full: 'disk_full',
  install_disk_full: 'disk_full',
  EMFILE: 'out_of_resources',
  ENFILE: 'out_of_resources',
  ENOMEM: 'out_of_resources',
  open_files_limit: 'out_of_resources',
  open_files_limit_system: 'out_of_resources',
  out_of_memory: 'out_of_resources',
};

/** The code for clients where something failed because there is no more of something, by its causes. */
export function shortageCode(thrown: unknown): string | undefined {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
    const code = errorCode(cause);
    if (code !== undefined && Object.hasOwn(SHORTAGES, code)) return SHORTAGES[code];
  }
  return undefined;
}
