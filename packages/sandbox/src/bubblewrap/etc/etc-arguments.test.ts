import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGivenFiles } from '../given-files.js';
import { etcArguments } from './etc-arguments.js';

/** A machine's `/etc` with keys and passwords beside what programs need. */
async function settings() {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-etc-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const source = join(root, 'etc');
  const files: Readonly<Record<string, number>> = {
    'nsswitch.conf': 0o644,
    'machine-id': 0o444,
    shadow: 0o640,
    hosts: 0o644,
    npmrc: 0o644,
    'os-release': 0o600,
    'ssl/certs.pem': 0o644,
    'ssl/private/key': 0o600,
    'ssl/key.pem': 0o600,
    'java-21/java.conf': 0o644,
    'wireguard/wg0.conf': 0o644,
    passwd: 0o644,
  };
  for (const [name, mode] of Object.entries(files)) {
    const path = join(source, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, name);
    await chmod(path, mode);
  }
  await chmod(join(source, 'ssl', 'private'), 0o700);
  await symlink('/usr/share/zoneinfo/UTC', join(source, 'localtime'));
  return { root, source };
}

test('only what is on the list and for everybody is shown', async () => {
  const { root, source } = await settings();
  const given = createGivenFiles(root);
  const args = etcArguments({ source, onNetwork: false, own: { passwd: 'agent' } }, given).join(
    ' ',
  );
  const copied = [...args.matchAll(/--file \d+ \/etc\/(\S+)/g)].map(([, name]) => name);
  expect(copied.sort()).toEqual([
    'hostname',
    'hosts',
    'java-21/java.conf',
    'nsswitch.conf',
    'passwd',
  ]);
  expect(args).toContain('--symlink /usr/share/zoneinfo/UTC /etc/localtime');
  expect(args).toContain(`--ro-bind ${source}/ssl /etc/ssl`);
  expect(args).toContain(
    '--tmpfs /etc/ssl/private --remount-ro /etc/ssl/private --ro-bind /dev/null /etc/ssl/key.pem',
  );
  expect(args).not.toMatch(/wireguard|machine-id|shadow|npmrc|os-release/);
  expect(await readFile(join(root, 'passwd'), 'utf8')).toBe('agent');
  expect(await readFile(join(root, 'hosts'), 'utf8')).toMatch(/^127.0.0.1 localhost/);
});

test('with a network it also shows how others are reached', async () => {
  const { root, source } = await settings();
  const given = createGivenFiles(root);
  const args = etcArguments({ source, onNetwork: true, own: {} }, given).join(' ');
  expect(args).toMatch(/--file \d+ \/etc\/hosts/);
  expect(args).toMatch(/--file \d+ \/etc\/npmrc/);
  await expect(readFile(join(root, 'hosts'), 'utf8')).rejects.toThrow();
});
