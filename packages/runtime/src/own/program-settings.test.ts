import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programSettings } from './program-settings.js';

test('settings in every home count, and those that the environment names', () => {
  const root = mkdtempSync(join(tmpdir(), 'dragoman-settings-'));
  try {
    const homes = ['one', 'two'].map((name) => join(root, name));
    for (const home of homes) mkdirSync(home);
    writeFileSync(join(root, 'two/.npmrc'), '');
    const found = programSettings({ XDG_CONFIG_HOME: '/named', DOCKER_CONFIG: '' }, homes);
    expect(found.map((path) => path.replace(root, ''))).toEqual([
      '/named/containers',
      '/named/dragoman',
      '/one/.local/share/containers',
      '/two/.local/share/containers',
      '/one/.docker',
      '/two/.docker',
      '/two/.npmrc',
    ]);
    // What a link leads to may be in a folder that an agent works in.
    mkdirSync(join(root, 'one/.config/dragoman'), { recursive: true });
    writeFileSync(join(root, 'dotfile.yaml'), '');
    symlinkSync(join(root, 'dotfile.yaml'), join(root, 'one/.config/dragoman/config.yaml'));
    expect(programSettings({}, homes)).toContain(realpathSync(join(root, 'dotfile.yaml')));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
