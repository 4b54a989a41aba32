import { DragomanError } from '@dragoman/protocol';
import { shellWord } from '@dragoman/protocol/internal';
import type { ExecOptions } from '../program/exec-command.js';
import { type ConfigName, configKeys, configNames, loosens } from './config-keys.js';
import { configTrust } from './config-trust.js';
import { linkedConfigs, projectConfig, userConfig } from './find-config.js';
import type { ConfigFile } from './read-config.js';

/** Where a value comes from. */
export type ConfigSource = 'flag' | 'project file' | 'user file' | 'default';

const WEAKEST_FIRST: readonly ConfigSource[] = ['user file', 'project file', 'flag'];

/** A setting as it holds, or one item of it where it is a list. */
export interface AppliedSetting {
  readonly name: ConfigName;
  readonly value: unknown;
  readonly source: ConfigSource;
  /** The file that says it. */
  readonly file?: string;
}

export interface AppliedConfig {
  /** All settings, in the order of the table. */
  readonly settings: readonly AppliedSetting[];
  readonly project: ConfigFile | undefined;
  /** What the project's file says and may not, until the user agrees. */
  readonly refused: readonly ConfigName[];
  /** Whether the user agreed to another content of the project's file. */
  readonly hasChanged: boolean;
  /** What to say of files that are not read. */
  readonly notes: readonly string[];
  /** Files of the user's that the agent of the turn, or another before it, could write to. */
  readonly exposed: readonly ConfigFile[];
}

/** Puts together what the files and the command line say, for a folder. A flag wins, then the project. */
export async function applyConfig(
  flags: Partial<ExecOptions>,
  cwd: string,
  stateDirectory: string,
): Promise<AppliedConfig> {
  const project = await projectConfig(cwd);
  const { file: user, notes: userNotes, exposed } = await userConfig(cwd, stateDirectory);
  const trust = configTrust(stateDirectory);
  const isTrusted = project !== undefined && trust.isTrusted(project);
  const refused =
    project === undefined || isTrusted ? [] : configNames.filter((name) => goesTooFar(name));
  function goesTooFar(name: ConfigName): boolean {
    const value = project?.values[name];
    // Where a flag says something else, the file has no effect.
    if (value === undefined || (flags[name] !== undefined && !isList(name))) return false;
    return loosens(name, value, user?.values[name]);
  }
  const settings = configNames.flatMap((name): AppliedSetting[] => {
    const said: AppliedSetting[] = [
      ...saidBy(name, flags[name], 'flag'),
      ...saidBy(
        name,
        refused.includes(name) ? undefined : project?.values[name],
        'project file',
        project,
      ),
      ...saidBy(name, user?.values[name], 'user file', user),
    ];
    const first = said[0] ?? {
      name,
      value: configKeys[name].byDefault,
      source: 'default' as const,
    };
    return isList(name) && said.length > 0 ? said : [first];
  });
  const hasChanged = project !== undefined && !isTrusted && trust.wasTrusted(project);
  const notes = [
    ...linkedConfigs(cwd).map(
      (path) => `${path} is a link, and is not read: put the file itself in its place.`,
    ),
    ...userNotes,
  ];
  return { settings, project, refused, hasChanged, notes, exposed };
}

/** The options of `exec`, with what the files add to them. */
export function optionsWith(flags: ExecOptions, { settings }: AppliedConfig): ExecOptions {
  const names = settings.filter(({ file }) => file !== undefined).map(({ name }) => name);
  const added = [...new Set(names)].map((name) => {
    const said = settings.filter((one) => one.name === name);
    if (!isList(name)) return [name, said[0]?.value];
    // Of a variable the last value holds, of programs the first folder.
    const sources = name === 'env' ? WEAKEST_FIRST : WEAKEST_FIRST.toReversed();
    const ordered = sources.flatMap((source) => said.filter((one) => one.source === source));
    return [name, ordered.map(({ value }) => value)];
  });
  return { ...flags, ...Object.fromEntries(added) };
}

/** Refuses to go on with a project's file that asks for more than it may. */
export function checkTrusted({ project, refused, hasChanged }: AppliedConfig): void {
  if (project === undefined || refused.length === 0) return;
  const changed = hasChanged ? ' It has changed since you agreed to it.' : '';
  throw new DragomanError(
    'config_untrusted',
    `${project.path} sets ${refused.join(', ')}, which would give an agent more than it has without, and an agent can have written that.${changed} Look at the file; to agree to exactly its content: dragoman config trust ${shellWord(project.path)}`,
  );
}

function saidBy(
  name: ConfigName,
  value: unknown,
  source: ConfigSource,
  file?: ConfigFile,
): AppliedSetting[] {
  if (value === undefined) return [];
  const values = isList(name) && Array.isArray(value) ? value : [value];
  return values.map((one: unknown) => ({
    name,
    value: one,
    source,
    ...(file && { file: file.path }),
  }));
}

function isList(name: ConfigName): boolean {
  return 'isList' in configKeys[name];
}
