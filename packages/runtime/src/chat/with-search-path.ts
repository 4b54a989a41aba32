import { delimiter } from 'node:path';

/** An environment whose programs are looked for in these folders first. */
export function withSearchPath(
  env: Readonly<Record<string, string>>,
  folders: readonly string[],
): Readonly<Record<string, string>> {
  return { ...env, PATH: [...folders, env.PATH ?? ''].join(delimiter) };
}
