import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { findNpm } from '@dragoman/runtime';
import { findProgram, readJsonFile, runProcess } from '@dragoman/sandbox';
import type { FoundProgram } from './diagnosis.js';

const LONGEST_MS = 10_000;

/** The programs that Dragoman needs or likes to have. */
export function findPrograms(): Promise<FoundProgram[]> {
  return Promise.all([
    npmVersion().then((version) => ({ name: 'npm', version, use: 'installs agents' })),
    gitVersion().then((version) => ({ name: 'git', version, use: 'agents work with it' })),
  ]);
}

/** Of the npm that would install agents. It need not be the one on PATH. */
async function npmVersion(): Promise<string | undefined> {
  const script = await findNpm().catch(() => undefined);
  if (script === undefined) return undefined;
  const manifest = await readJsonFile(join(dirname(script), '..', 'package.json'), isManifest);
  return manifest?.version ?? 'unknown';
}

async function gitVersion(): Promise<string | undefined> {
  const executable = await findProgram('git');
  if (executable === undefined) return undefined;
  const env = { PATH: process.env.PATH ?? '' };
  const args = ['--version'];
  const { stdout } = await runProcess({ executable, args, env, cwd: '/', timeoutMs: LONGEST_MS });
  return /\d[\d.]*\d/.exec(stdout)?.[0] ?? 'unknown';
}

function isManifest(value: unknown): value is JsonObject & { version: string } {
  return isJsonObject(value) && typeof value.version === 'string';
}
