import { join, resolve } from 'node:path';
import { parseAgentReference } from '@dragoman/agents';
import { type InstalledAgent, installAgent } from '@dragoman/runtime';
import { userCacheDirectory } from '@dragoman/runtime/internal';

/** The first install of a CLI downloads up to 200 MB; every later use takes milliseconds. */
export const INSTALL_TIMEOUT_MS = 10 * 60 * 1000;

/**
 * A real CLI for tests, such as `codex` or `codex@0.58.0`. It is installed once into a cache of the
 * tests' own, which survives runs and which test processes may use at the same time. A CLI that
 * can't be installed fails the test: nothing is skipped.
 */
export function testAgent(reference: string): Promise<InstalledAgent> {
  const cacheDir = testCacheDirectory();
  // Nothing of the user's own knows of installs that are the tests'.
  const stateDirectory = join(cacheDir, 'state');
  return installAgent({ agent: parseAgentReference(reference), cacheDir, stateDirectory });
}

/** `$DRAGOMAN_TEST_CACHE`, or `dragoman-tests` in the user's cache folder. */
export function testCacheDirectory(environment: NodeJS.ProcessEnv = process.env): string {
  const configured = environment.DRAGOMAN_TEST_CACHE;
  if (configured) return resolve(configured);
  return join(userCacheDirectory(environment), 'dragoman-tests');
}
