import { shellWord } from '@dragoman/protocol/internal';

/** A command that removes one file, also one whose name looks like an option. */
export function removeCommand(path: string): string {
  return `rm -- ${shellWord(path)}`;
}
