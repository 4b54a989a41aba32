import { DragomanError } from '@dragoman/protocol';

/** What Dragoman writes to in a repository of the user's, and nothing else. */
export const ownNamespaces = ['refs/heads/dragoman/', 'refs/dragoman/', 'refs/notes/dragoman'];

const PLAIN = /^[A-Za-z0-9._/-]{1,200}$/;

/** Whether a name can be a branch anywhere: by git's rules, and in plain letters. */
export function isPlainBranch(name: string): boolean {
  return (
    PLAIN.test(name) &&
    !/^[-/]|\.\.|\/\/|[/.]$/.test(name) &&
    name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock')) &&
    name !== 'HEAD'
  );
}

/** Refuses a branch that Dragoman must not write: `branch_invalid`. */
export function checkOwnBranch(name: string): void {
  if (isPlainBranch(name) && name.startsWith('dragoman/')) return;
  throw new DragomanError(
    'branch_invalid',
    `${JSON.stringify(name)} can't be a branch of Dragoman's: they begin with dragoman/ and have letters, digits and . _ - / only.`,
  );
}

/** A text of an agent's as one part of a ref, each character that isn't plain as its code. */
export function refPart(text: string): string {
  const plain = text
    .replaceAll(/[^A-Za-z0-9._-]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
    .replaceAll('..', '.%2e')
    .replace(/^\./, '%2e')
    .slice(0, 150)
    .replace(/\.$/, '%2e')
    .replace(/\.lock$/, '%2elock');
  return plain === '' ? 'unnamed' : plain;
}
