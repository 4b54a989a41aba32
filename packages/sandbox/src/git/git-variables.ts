import type { GitSetting } from './parse-git-config.js';

/** Settings as git takes them from the environment, after as many as there are. */
export function gitVariables(
  settings: readonly GitSetting[],
  first: number,
): Record<string, string> {
  if (settings.length === 0) return {};
  const pairs = settings.flatMap(({ key, value = 'true' }, at) => [
    [`GIT_CONFIG_KEY_${first + at}`, key],
    [`GIT_CONFIG_VALUE_${first + at}`, value],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(first + settings.length) };
}
