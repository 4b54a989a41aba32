import { createSecretFinder as createFinder, redacted } from '@dragoman/protocol';
import type { FindEdits } from './text-edit.js';

/** Finds given secrets, in their usual encodings, and whatever looks like one. */
export function createSecretFinder(secrets: readonly string[]): FindEdits {
  const finder = createFinder({ secrets });
  return (text) =>
    finder.find(text).map(({ start, end }) => ({ start, end, replacement: redacted }));
}
