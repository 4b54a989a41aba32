import { requireSupport, type Support } from '../../version-support.js';
import { codexAbilities } from '../abilities.js';

/** What isn't the same in all versions of `codex exec`: abilities, and what only Codex has. */
const CODEX_SUPPORT = {
  ...codexAbilities,
  'wireApi chat': { before: '0.95.0' },
} as const satisfies Readonly<Record<string, Support>>;

export type CodexOption = keyof typeof CODEX_SUPPORT;

/** Refuses an option that a version doesn't have, so that nothing is started in vain. */
export function requireCodexSupport(option: CodexOption, version: string): void {
  requireSupport({ name: 'codex', version }, CODEX_SUPPORT, option);
}
