import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createFileOnce, isThereSync, makeFolder, userGitSettings } from '@dragoman/sandbox';

export interface UserConfigOptions {
  /** Where the file is kept: in Dragoman's cache. */
  readonly directory: string;
  /** The repository, by its real path: no file in it is read. */
  readonly repository: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * The user's settings of git that are data, such as line ends, ignored files and which repositories of
 * others are trusted, as a file for git. Nothing that runs a program is in it. The file is named after
 * its content, so many processes can share it.
 */
export function userConfigFile({ directory, repository, environment }: UserConfigOptions): string {
  const settings = userGitSettings({
    workspace: repository,
    ...(environment !== undefined && { environment }),
  });
  makeFolder(directory);
  const ignore = settings.ignore ?? '';
  const ignoreFile = stored(directory, 'ignore', ignore);
  const own = `[core]\n\texcludesFile = ${JSON.stringify(ignoreFile)}\n`;
  return stored(directory, 'config', `${settings.config}${own}`);
}

function stored(directory: string, kind: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const path = join(directory, `git-${kind}-${hash}`);
  if (!isThereSync(path)) createFileOnce(path, text);
  return path;
}
