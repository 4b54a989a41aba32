import { basename, dirname, join, resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { defaultStateDirectory, realOrSame } from '@dragoman/sandbox';
import { configNames, loosens } from '../../config/config-keys.js';
import { configTrust } from '../../config/config-trust.js';
import {
  linkedConfigs,
  projectConfig,
  projectFiles,
  userConfig,
  userConfigAt,
} from '../../config/find-config.js';
import { type ConfigFile, readConfig } from '../../config/read-config.js';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

export interface TrustConfigOptions {
  readonly remove?: boolean;
}

/** `dragoman config trust`: agree to exactly the content that a project's file, or a linked one, has now. */
export async function trustConfig(
  given: string | undefined,
  { remove }: TrustConfigOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const file = given === undefined ? await projectConfig('.') : await named(given);
  if (file === undefined) {
    const where = given === undefined ? 'in this project' : `at ${given}`;
    const [link] = linkedConfigs(given === undefined ? '.' : dirname(given));
    const why =
      link === undefined
        ? `it is called ${projectFiles.join(' or ')}.`
        : `${link} is a link, and is not read. Put the file itself in its place.`;
    throw new DragomanError('config_missing', `There is no configuration ${where}: ${why}`);
  }
  const trust = configTrust(defaultStateDirectory());
  if (remove) trust.forget(file);
  else trust.trust(file);
  const { file: user } = await userConfig(undefined);
  // All that the user's own file says is news by itself.
  const before = user?.path === file.path ? undefined : user;
  for (const name of configNames) {
    const value = file.values[name];
    if (value === undefined || !loosens(name, value, before?.values[name])) continue;
    await terminal.write(`${name}: ${harmlessLine(JSON.stringify(value))}\n`);
  }
  const words = remove ? 'No longer trusted' : 'Trusted until it changes';
  terminal.say(`${words}: ${harmlessLine(file.path)}`);
  return EXIT.success;
}

/** By the path under which a turn finds it: its folder's real one. */
async function named(given: string): Promise<ConfigFile | undefined> {
  const path = resolve(given);
  const own = await userConfigAt(path);
  if (own !== undefined) return own;
  if (!projectFiles.some((name) => name === basename(path))) return undefined;
  return readConfig(join(realOrSame(dirname(path)), basename(path)));
}
