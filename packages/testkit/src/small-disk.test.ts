import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mountSmallDisk } from './small-disk.js';

const MEGABYTE = 1024 * 1024;

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-small-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a small disk has the bytes asked for, and nothing of it stays', ({ skip }) => {
  const folder = emptyFolder();
  const unmount = mountSmallDisk(folder, MEGABYTE) ?? skip();
  const { blocks, bsize } = statfsSync(folder);
  writeFileSync(join(folder, 'file'), 'there');
  unmount();
  expect(blocks * bsize).toBe(MEGABYTE);
  expect(readdirSync(folder)).toEqual([]);
});

test('where none can be mounted, CI fails and others are warned', () => {
  const missing = join(emptyFolder(), 'missing');
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('CI', 'true');
  expect(() => mountSmallDisk(missing, MEGABYTE)).toThrowError(
    expect.objectContaining({ code: 'small_disk_refused' }),
  );
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => void warn.mockRestore());
  vi.stubEnv('CI', '');
  expect(mountSmallDisk(missing, MEGABYTE)).toBeUndefined();
  expect(warn).toHaveBeenCalledOnce();
});
