import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadScript } from './parse-script.js';

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

test('every example loads and has the name of its file', async () => {
  const files = (await readdir(EXAMPLES)).filter((file) => file.endsWith('.yaml')).sort();
  expect(files.length).toBeGreaterThan(15);
  const scripts = await Promise.all(files.map((file) => loadScript(join(EXAMPLES, file))));
  expect(scripts.map(({ name }) => `${name}.yaml`)).toEqual(files);
});

test('says which file cannot be read, and why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-script-'));
  try {
    const missing = join(folder, 'missing.yaml');
    await expect(loadScript(missing)).rejects.toMatchObject({
      code: 'script_unreadable',
      message: expect.stringContaining(missing),
    });
    const torn = join(folder, 'torn.yaml');
    await writeFile(torn, Buffer.from([0x6e, 0xc3, 0x28]));
    await expect(loadScript(torn)).rejects.toMatchObject({ code: 'script_unreadable' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
