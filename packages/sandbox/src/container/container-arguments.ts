import { existsSync } from 'node:fs';
import type { CheckedOptions } from '../check-options.js';
import type { SandboxRecord } from '../record/sandbox-record.js';
import { containerLabels } from './container-labels.js';
import { limitArguments } from './container-limits.js';
import { type Mount, mountArguments } from './container-mounts.js';
import type { EngineAbilities } from './engine-abilities.js';

/**
 * Where things are inside, whatever they are called outside. A workspace within its repository is within `workspace`, as it
 * is there.
 */
export const inContainer = {
  workspace: '/workspace',
  home: '/home/agent',
  own: '/run/dragoman',
  launcher: '/run/dragoman/door',
  control: '/run/dragoman/control.sock',
} as const;

export interface ContainerDescription {
  readonly record: SandboxRecord;
  readonly stateDirectory: string;
  readonly options: CheckedOptions;
  readonly engine: EngineAbilities;
  readonly image: string;
  readonly mounts: readonly Mount[];
  /** What keeps its commands from some system calls. */
  readonly seccomp: readonly string[];
}

/**
 * The first process of a container is a shell, because a first process has to collect children that
 * lost their parent, and Node doesn't. The last command keeps the shell from becoming the launcher.
 */
const FIRST_PROCESS = 'node "$0" "$1"; exit $?';

/** All arguments of the engine's client for one command. Nothing of the command stands in them. */
export function containerArguments(
  container: ContainerDescription & { readonly name: string; readonly hasInput: boolean },
): readonly string[] {
  const { engine, image, name, options, hasInput } = container;
  return [
    ...engine.quiet,
    ...['run', '--rm', '--name', name, '--pull', 'never'],
    ...containerLabels(container),
    ...['--log-driver', engine.logDriver],
    ...(hasInput ? ['--interactive'] : []),
    ...['--network', options.network, '--hostname', 'sandbox'],
    ...['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
    // A socket of this machine can't be reached from under SELinux's label for containers.
    ...(existsSync('/sys/fs/selinux/enforce') ? ['--security-opt', 'label=disable'] : []),
    ...container.seccomp,
    ...engine.own,
    ...['--user', `${engine.user.uid}:${engine.user.gid}`],
    ...limitArguments(options.limits, engine.limitsHold),
    ...mountArguments(container.mounts),
    ...['--workdir', '/', '--entrypoint', '/bin/sh', image],
    ...['-c', FIRST_PROCESS, `${inContainer.launcher}/launcher.mjs`, inContainer.control],
  ];
}
