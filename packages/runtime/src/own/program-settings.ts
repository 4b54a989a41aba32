import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { homeFolders, realOrSame } from '@dragoman/sandbox';

/**
 * Settings of Dragoman and of the programs it runs outside of sandboxes: they name further programs, such as
 * a container engine's runtime, or where npm gets packages from. No agent may change them, should it
 * work in a folder that has them.
 */
export function programSettings(
  environment: NodeJS.ProcessEnv = process.env,
  homes: readonly string[] = homeFolders(),
): readonly string[] {
  const folders = [
    ...allOf(environment.XDG_CONFIG_HOME, homes, '.config').flatMap((path) =>
      ['containers', 'dragoman'].map((name) => join(path, name)),
    ),
    ...allOf(environment.XDG_DATA_HOME, homes, '.local/share').map((path) =>
      join(path, 'containers'),
    ),
    ...allOf(environment.DOCKER_CONFIG, homes, '.docker'),
  ];
  const files = [
    environment.CONTAINERS_CONF,
    environment.CONTAINERS_CONF_OVERRIDE,
    environment.CONTAINERS_REGISTRIES_CONF,
    environment.CONTAINERS_STORAGE_CONF,
    environment.npm_config_userconfig,
    ...homes.map((home) => join(home, '.npmrc')),
  ];
  const own = allOf(environment.XDG_CONFIG_HOME, homes, '.config').flatMap((path) =>
    ['config.yaml', 'config.json'].map((name) => realOrSame(join(path, 'dragoman', name))),
  );
  return [
    // Where a link leads, an agent may be at work.
    ...own.filter((path) => isAbsolute(path) && existsSync(path)),
    ...folders.filter(isAbsolute),
    ...files.filter((path) => path !== undefined && isAbsolute(path) && existsSync(path)),
  ].filter((path) => path !== undefined);
}

/** A folder that the environment names, or else the usual one in each home. */
function allOf(named: string | undefined, homes: readonly string[], usual: string): string[] {
  return named ? [named] : homes.map((home) => join(home, usual));
}
