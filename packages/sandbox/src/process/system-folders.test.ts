import { expect, test } from 'vitest';
import { loadsCode, systemFolders } from './system-folders.js';

test.each(['NODE_OPTIONS', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'BASH_ENV', 'PATH', 'Path'])(
  '%s says what code runs',
  (name) => expect(loadsCode(name)).toBe(true),
);

test.each(['HOME', 'NODE_EXTRA_CA_CERTS', 'OPENCODE_ENV', 'XDG_DATA_HOME'])(
  '%s says nothing of code',
  (name) => expect(loadsCode(name)).toBe(false),
);

test('programs are looked for in folders of the system only', () => {
  for (const platform of ['linux', 'darwin'] as const) {
    for (const folder of systemFolders(platform)) {
      expect(folder).toMatch(/^\/(usr|s?bin|run|nix|snap|opt)\b/);
    }
  }
});
