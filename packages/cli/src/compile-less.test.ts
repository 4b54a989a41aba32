import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../bin/compile-less.cjs', import.meta.url));

/** What a process prints that compiles less, as if its V8 were of a version. */
function printed(version: string): string {
  const code = `require(process.argv[1]).compileLess(${version}); console.log('goes on')`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code, PROGRAM], {
    encoding: 'utf8',
  });
  return stdout + stderr;
}

test('this V8 knows every flag', () => {
  expect(printed('')).toBe('goes on\n');
});

test('a V8 that nobody has tried gets no flag', () => {
  expect(printed('"99.1.2-node.3"')).toBe('goes on\n');
});
