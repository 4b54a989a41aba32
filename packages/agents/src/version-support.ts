import { DragomanError } from '@dragoman/protocol';
import type { AgentReference } from './agents.js';

/** A list of sessions asks for every file, so nothing is split. */
const NUMBERS = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?/;

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
 * @param option a key of the table, which is also in the message.
 */
export function requireSupport<Option extends string>(
  agent: AgentReference,
  table: Readonly<Record<Option, Support>>,
  option: Option,
): void {
  // What comes from outside may be any word, whatever its type says.
  const lack = Object.hasOwn(table, option)
    ? lackOf(table[option], agent.version)
    : 'there is no such option.';
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

/** That an agent, in the version asked for, can't do what a request wants of it. */
export function unsupportedOption(
  { name, version }: AgentReference,
  option: string,
  why: string,
): DragomanError {
  return new DragomanError('unsupported_option', `${name} ${version} can't do ${option}: ${why}`);
}

/**
 * Orders versions such as `0.58.0` and `0.167.0-alpha.2`: negative when `left` is older. A
 * pre-release counts as the release it leads to: it has that one's formats, not the last one's.
 */
export function compareVersions(left: string, right: string): number {
  const ours = numbersOf(left);
  const theirs = numbersOf(right);
  return ours[0] - theirs[0] || ours[1] - theirs[1] || ours[2] - theirs[2];
}

function numbersOf(version: string): [number, number, number] {
  const [, major, minor, patch] = NUMBERS.exec(version) ?? [];
  return [Number(major ?? 0), Number(minor ?? 0), Number(patch ?? 0)];
}

/** Which versions of a CLI obey a file of the project whatever their settings, by path. */
export type ProjectFileTable = Readonly<Record<string, Support>>;

/** The paths of a table that a version obeys. */
export function createProjectFiles(
  table: ProjectFileTable,
): (version: string) => readonly string[] {
  return (version) => Object.keys(table).filter((path) => isSupported(table[path] ?? {}, version));
}
