import { compareVersions } from '../../compare-versions.js';
import { unsupportedOption } from '../../unsupported-option.js';

/** Which versions of Codex have an option. */
interface Support {
  /** The first that has it. */
  readonly since?: string;
  /** The first that no longer has it. */
  readonly before?: string;
}

/**
 * What isn't the same in all versions of `codex exec`, found by asking the released programs, one
 * after the other, for the first that takes it.
 */
export const CODEX_SUPPORT = {
  resume: { since: '0.36.0' },
  // Before, pictures were a turn of their own, and the prompt after it was often never sent.
  images: { since: '0.53.0' },
  outputSchema: { since: '0.42.0' },
  ephemeral: { since: '0.99.0' },
  fork: { since: '0.148.0' },
  'wireApi chat': { before: '0.95.0' },
  'reasoningEffort minimal': { since: '0.23.0' },
  'reasoningEffort none': { since: '0.58.0' },
  'reasoningEffort xhigh': { since: '0.59.0' },
  'mcpServers with a url': { since: '0.47.0' },
} as const satisfies Readonly<Record<string, Support>>;

export type CodexOption = keyof typeof CODEX_SUPPORT;

/** Refuses an option that a version doesn't have, so that nothing is started in vain. */
export function requireCodexSupport(option: CodexOption, version: string): void {
  const { since, before }: Support = CODEX_SUPPORT[option];
  const agent = { name: 'codex', version } as const;
  if (since !== undefined && compareVersions(version, since) < 0) {
    throw unsupportedOption(agent, `\`${option}\``, `Codex has had it since ${since}.`);
  }
  if (before !== undefined && compareVersions(version, before) >= 0) {
    throw unsupportedOption(agent, `\`${option}\``, `Codex dropped it in ${before}.`);
  }
}
