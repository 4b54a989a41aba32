/** Settings of git that outdo those of the workspace's own `.git/config`. */
const SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  // Otherwise a folder in a repository can be a repository itself, with settings of its own.
  ['safe.bareRepository', 'explicit'],
];

/**
 * CLIs ask git about their workspace as soon as they start, and git runs what the workspace's settings
 * name: a file monitor, hooks. These variables keep it from that.
 */
export const carefulGit: Readonly<Record<string, string>> = {
  // Otherwise even `git status` writes the index, for which there is a hook.
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_COUNT: String(SETTINGS.length),
  ...Object.fromEntries(
    SETTINGS.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
};
