import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type SandboxMount, scratchBytes } from '../mounts/sandbox-mounts.js';

/** Something of this machine that a container sees. */
export type Mount = SandboxMount;

const ODD = /[",:\n\r]/;

/**
 * The same mounts with sources that every engine can read: one with odd characters in its name is
 * reached through a link in `folder`.
 */
export async function withPlainSources(
  mounts: readonly Mount[],
  folder: string,
): Promise<readonly Mount[]> {
  return Promise.all(
    mounts.map(async (mount, at) => {
      if (!ODD.test(mount.source)) return mount;
      const link = join(folder, `mount-${at}`);
      await symlink(mount.source, link);
      return { ...mount, source: link };
    }),
  );
}

/** The mount options. Engines read them as one line of CSV, so any path can be quoted. */
export function mountArguments(mounts: readonly Mount[]): readonly string[] {
  return mounts.flatMap(({ source, target, access }) => {
    const fields =
      access === 'scratch'
        ? ['type=tmpfs', `target=${target}`, `tmpfs-size=${scratchBytes}`, 'tmpfs-mode=1777']
        : ['type=bind', `source=${source}`, `target=${target}`];
    if (access !== 'write' && access !== 'scratch') fields.push('readonly');
    return ['--mount', fields.map(csvField).join(',')];
  });
}

function csvField(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
