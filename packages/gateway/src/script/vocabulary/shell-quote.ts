/** One word for a POSIX shell, whatever is in it. */
export function shellQuote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command that removes one file, also one whose name looks like an option. */
export function removeCommand(path: string): string {
  return `rm -- ${shellQuote(path)}`;
}
