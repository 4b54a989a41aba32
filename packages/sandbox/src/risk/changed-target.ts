import { readdirSync, readlinkSync, type Stats } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { statusOf } from '../files/status-of.js';
import { riskOf, riskOfFolder, type WorkspaceRisk } from './risk-rules.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are plain to the system
const PLAIN = /^[\x00-\x7f]*$/;

interface LinkLook {
  readonly workspace: string;
  /** The link's, from the workspace, one byte a character. */
  readonly path: string;
  readonly since: number;
}

interface ChangedTarget {
  readonly path: string;
  readonly risk: WorkspaceRisk;
  readonly status: Stats;
}

/** The limit for links to links. */
const MOST_LINKS = 10;

/**
 * The first thing that a link in the workspace leads to there and that was made or changed, where the
 * link stands for something that is run later. By its own name it would be taken for something plain.
 */
export function changedTarget({ workspace, path, since }: LinkLook): ChangedTarget | undefined {
  const risk = riskOf({ path, isExecutable: false }) ?? riskOfFolder(path);
  if (risk === undefined) return undefined;
  let at = path;
  for (let followed = 0; followed < MOST_LINKS; followed += 1) {
    const target = readlinkSync(bytesOf(workspace, at), 'latin1');
    at = isAbsolute(target) ? relative(asBytes(workspace), target) : join(at, '..', target);
    if (at === '' || at === '.' || leadsOut(at)) return undefined;
    const status = statusOf(bytesOf(workspace, at));
    if (status === undefined) return undefined;
    if (isChanged({ workspace, path: at, since }, status)) return { path: at, risk, status };
    if (!status.isSymbolicLink()) return undefined;
  }
  return undefined;
}

/** Whether a path from the workspace leads out of it. */
export function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith('../');
}

function isChanged({ workspace, path, since }: LinkLook, status: Stats): boolean {
  if (status.ctimeMs >= since) return true;
  if (!status.isDirectory()) return false;
  return readdirSync(bytesOf(workspace, path), { encoding: 'latin1' }).some(
    (name) => (statusOf(bytesOf(workspace, `${path}/${name}`))?.ctimeMs ?? 0) >= since,
  );
}

function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/**
 * Names are bytes, of any sort. They are held one a character, and shown as what they mean. Most are
 * plain, and those are quicker as they are.
 */
export function bytesOf(workspace: string, path: string): string | Buffer {
  if (PLAIN.test(path)) return `${workspace}/${path}`;
  return Buffer.concat([Buffer.from(`${workspace}/`), Buffer.from(path, 'latin1')]);
}
