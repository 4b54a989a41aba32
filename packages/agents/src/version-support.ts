import type { AgentReference } from './agent-reference.js';
import { compareVersions } from './compare-versions.js';
import { unsupportedOption } from './unsupported-option.js';

/** Which versions of a CLI have something. */
export type Support =
  | {
      /** The first that has it. */
      readonly since?: string;
      /** The first that no longer has it. */
      readonly before?: string;
    }
  | {
      /** Why none has it, as a sentence. */
      readonly never: string;
    };

export function isSupported(support: Support, version: string): boolean {
  return lackOf(support, version) === undefined;
}

/**
 * Refuses what a version doesn't have, so that nothing is started in vain.
 *
 * @param option a key of the table, which is also what people are told.
 */
export function requireSupport<Option extends string>(
  agent: AgentReference,
  table: Readonly<Record<Option, Support>>,
  option: Option,
): void {
  // What comes from outside may be any word, whatever its type says.
  const lack = Object.hasOwn(table, option)
    ? lackOf(table[option], agent.version)
    : 'nobody knows it.';
  if (lack === undefined) return;
  throw unsupportedOption(agent, `\`${option}\``, lack);
}

/** Why a version doesn't have something, if so. */
function lackOf(support: Support, version: string): string | undefined {
  if ('never' in support) return support.never;
  const { since, before } = support;
  if (since !== undefined && compareVersions(version, since) < 0) {
    return `it came with ${since}.`;
  }
  if (before !== undefined && compareVersions(version, before) >= 0) {
    return `it went with ${before}.`;
  }
  return undefined;
}
