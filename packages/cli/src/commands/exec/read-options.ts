import { resolve } from 'node:path';
import { applyConfig, checkTrusted, optionsWith } from '../../config/apply-config.js';
import { configTrust } from '../../config/config-trust.js';
import type { ExecOptions } from '../../program/exec-command.js';
import { type ChosenSession, chooseSession } from './choose-session.js';
import type { FileSettings } from './file-settings.js';

export interface ReadOptions {
  /** The flags, and what configuration files add to them. */
  readonly options: ExecOptions;
  /** What of them the files say. */
  readonly files: FileSettings;
  readonly session: ChosenSession;
  /** What to say of the files before the turn. */
  readonly notes: readonly string[];
}

/**
 * The options of a turn and its session. The files are those of the workspace. A session that goes on has
 * its agent and its kind of sandbox: only a flag gives it others.
 */
export async function readOptions(
  flags: ExecOptions,
  stateDirectory: string,
  signal: AbortSignal,
): Promise<ReadOptions> {
  const goesOn = flags.resume !== undefined || flags.continue === true;
  const known = goesOn ? await chooseSession(flags, stateDirectory, signal) : undefined;
  const cwd = resolve(flags.cwd ?? known?.entry?.workspace ?? '.');
  const config = await applyConfig(flags, cwd, stateDirectory);
  checkTrusted(config);
  for (const file of config.exposed) configTrust(stateDirectory).doubt(file);
  const { notes } = config;
  const options = optionsWith(flags, config);
  const files: FileSettings = new Map(
    config.settings.flatMap(({ name, file }) => (file === undefined ? [] : [[name, file]])),
  );
  if (known !== undefined) {
    const { agent: _agent, sandbox: _sandbox, ...others } = options;
    const { agent, sandbox } = flags;
    const own = {
      ...(agent !== undefined && { agent }),
      ...(sandbox !== undefined && { sandbox }),
    };
    return { options: { ...others, ...own }, files, session: known, notes };
  }
  const session = await chooseSession(options, stateDirectory, signal);
  return { options, files, session, notes };
}
