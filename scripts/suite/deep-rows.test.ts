import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { deepOnly } from '../../vitest.config.js';
import { deepRows } from './deep-rows.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const patterns = [...deepOnly, ...deepRows.flatMap(({ files }) => files)].map(
  (pattern) =>
    new RegExp(
      `^${pattern
        .replaceAll('.', '\\.')
        .replaceAll('**/', '(.+/)?')
        .replaceAll(/(?<!\))\*/g, '[^/]*')}$`,
    ),
);

test('every test that asks how much to take is part of the deep run', () => {
  const asking = readdirSync(join(root, 'packages'))
    .flatMap((name) => testsIn(join('packages', name, 'src')))
    .filter((path) => readFileSync(join(root, path), 'utf8').includes("inject('isDeep')"));
  expect(asking.length).toBeGreaterThan(10);
  expect(asking.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
});

function testsIn(folder: string): string[] {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => path.endsWith('.test.ts')).map((path) => join(folder, path));
}
