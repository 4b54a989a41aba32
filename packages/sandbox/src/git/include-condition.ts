import { dirname, isAbsolute, join } from 'node:path';
import { realOrSame } from '../files/real-path.js';

const GLOB: ReadonlyMap<string, string> = new Map([
  ['/**/', '/(?:.*/)?'],
  ['**/', '(?:.*/)?'],
  ['/**', '/.*'],
  ['*', '[^/]*'],
  ['?', '[^/]'],
]);

interface ConditionContext {
  /** The user's home. */
  readonly home: string;
  /** The configuration that has the condition. */
  readonly file: string;
}

/**
 * Whether the condition of an `includeIf` of git's is `gitdir:` or `gitdir/i:` and fits the folder of a
 * repository's data, by git's own rules. Others ask what the repository says, and don't fit.
 */
export function matchesGitFolder(
  condition: string,
  gitFolder: string,
  { home, file }: ConditionContext,
): boolean {
  const [, insensitive, written] = /^gitdir(\/i)?:(.*)$/s.exec(condition) ?? [];
  if (written === undefined) return false;
  let pattern = written;
  if (pattern.startsWith('~/')) pattern = join(realOrSame(home), pattern.slice(2));
  else if (pattern.startsWith('./')) pattern = join(realOrSame(dirname(file)), pattern.slice(2));
  else if (!isAbsolute(pattern)) pattern = `**/${pattern}`;
  if (pattern.endsWith('/')) pattern += '**';
  const expression = pattern
    .split(/(\/\*\*\/|\*\*\/|\/\*\*|\*|\?)/)
    .map((part) => GLOB.get(part) ?? part.replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&'))
    .join('');
  return new RegExp(`^${expression}$`, insensitive === undefined ? 'u' : 'iu').test(gitFolder);
}
