import { realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { reasonOf } from '@dragoman/protocol/internal';
import type { z } from 'zod';
import { fromHome, invalidConfig, noSetting, readWritten } from '../../config/read-config.js';
import { type ServeConfig, serveConfig, serveSettings } from './serve-settings.js';

/** Reads the file of `--config`. Paths in it begin at the file, or at home with `~/`. */
export async function readServeConfig(file: string): Promise<ServeConfig> {
  const location = resolve(file);
  // The operator names it, and often by a link, as where a platform mounts it.
  const content = await readWritten(location, await targetOf(location));
  if (content === undefined) throw invalidConfig(location, 'it is no file');
  const parsed = serveConfig.safeParse(content.written);
  if (!parsed.success) throw invalidConfig(location, problemsOf(parsed.error));
  return withPaths(parsed.data, dirname(location));
}

async function targetOf(location: string): Promise<string> {
  try {
    return await realpath(location);
  } catch (cause) {
    throw invalidConfig(location, reasonOf(cause), cause);
  }
}

const MOST_PROBLEMS = 20;

/** All that is wrong with a file: whoever mends it does so once. */
function problemsOf({ issues }: z.ZodError): string[] {
  const problems = issues.flatMap(problemsIn);
  const more = problems.length - MOST_PROBLEMS;
  return more > 0 ? [...problems.slice(0, MOST_PROBLEMS), `and ${more} more`] : problems;
}

function problemsIn(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.map(String);
  const here = (words: string) => (at.length === 0 ? words : `${at.join('.')}: ${words}`);
  if (issue.code !== 'unrecognized_keys') return [here(issue.message)];
  const table = Object.entries(serveSettings).find(([key]) => key === (at[0] ?? ''))?.[1] ?? {};
  return issue.keys.map((key) => here(noSetting(key, Object.keys(table))));
}

function withPaths(given: ServeConfig, folder: string): ServeConfig {
  const absolute = (path: string) => resolve(folder, fromHome(path));
  const { workspaces, redis } = given;
  const ca = redis?.ca;
  const config = ca === undefined ? given : { ...given, redis: { ...redis, ca: absolute(ca) } };
  if (workspaces === undefined) return config;
  const resolved = Object.entries(workspaces).map(([key, { path: at, template, ...rest }]) => [
    key,
    {
      ...rest,
      ...(at !== undefined && { path: absolute(at) }),
      ...(template !== undefined && { template: template === '' ? '' : absolute(template) }),
    },
  ]);
  return { ...config, workspaces: Object.fromEntries(resolved) };
}
