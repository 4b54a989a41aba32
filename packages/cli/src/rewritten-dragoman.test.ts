import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTAINERS_TIMEOUT_MS, INSTALL_TIMEOUT_MS, testContainers } from '@dragoman/testkit';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDragomanFixture,
  type DragomanFixture,
  prepareDragoman,
} from '../test-inputs/dragoman-process.js';

const PATIENCE = { timeout: 60_000, interval: 20 };
const TIMEOUT_MS = 120_000;

const packages = fileURLToPath(new URL('../..', import.meta.url));

let containers: Readonly<{ environment: Readonly<Record<string, string>>; image: string }>;
beforeAll(async () => {
  await prepareDragoman();
  containers = await testContainers();
}, INSTALL_TIMEOUT_MS + CONTAINERS_TIMEOUT_MS);

let fixture: DragomanFixture;
let modules: string;
beforeEach(async () => {
  fixture = await createDragomanFixture();
  modules = join(fixture.workspace, 'node_modules');
  await installIn(modules);
});
afterEach(() => fixture.remove());

const LIBRARIES = ['agents', 'gateway', 'protocol', 'runtime', 'sandbox'].flatMap((name) => [
  `${name}/package.json`,
  `${name}/dist/index.js`,
]);

/** As `npm install` puts it into a project, as far as it matters here. */
async function installIn(folder: string): Promise<void> {
  const parts = ['cli/bin', 'cli/bundle', 'cli/package.json', ...LIBRARIES];
  for (const part of parts) {
    await cp(join(packages, part), join(folder, '@dragoman', part), { recursive: true });
  }
  await mkdir(join(folder, 'zod'));
  await writeFile(join(folder, 'zod/package.json'), '{ "name": "zod" }');
  await mkdir(join(folder, '.bin'));
  await symlink('../@dragoman/cli/bin/dragoman.cjs', join(folder, '.bin/dragoman'));
  await mkdir(join(folder, 'other'));
  await writeFile(join(folder, 'other/index.js'), 'as it was');
}

/** What runs as Dragoman, with its content, but without the compiled code that the command writes. */
async function ownFiles(): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const folder of ['@dragoman', 'zod', '.bin', 'node_modules']) {
    const root = join(modules, folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (path.includes('/.compiled')) continue;
      if (entry.isFile()) {
        files[path] = createHash('sha256')
          .update(await readFile(path))
          .digest('hex');
      } else files[path] = entry.isSymbolicLink() ? await readlink(path) : 'folder';
    }
  }
  return files;
}

/** The command as it is installed in the project. */
function exec(kind: string, script: string) {
  const args = ['exec', 'Do it.', '--script', script, '--sandbox', kind, '--permission', 'bypass'];
  const image = ['--container-image', containers.image, '--agent-from', 'cache'];
  return fixture.start([...args, ...(kind === 'container' ? image : [])], {
    main: join(modules, '@dragoman/cli/bin/dragoman.cjs'),
    env: containers.environment,
  });
}

/** In a file, because agents look at what they are to run. */
async function attack(script: string): Promise<string> {
  await writeFile(join(fixture.workspace, 'attack.sh'), script);
  return fixture.file('attack.yaml', 'steps: [{ run: sh attack.sh }, { say: Done. }]');
}

const REWRITE = [
  'cd node_modules',
  'for f in @dragoman/cli/bundle/main.js @dragoman/cli/bundle/watchdog.cjs @dragoman/cli/bin/*.cjs @dragoman/runtime/dist/index.js @dragoman/runtime/package.json zod/package.json; do echo evil > $f; rm -f $f; echo evil > $f.new; mv $f.new $f; done',
  'ln -sf /tmp/evil .bin/dragoman; echo evil > .bin/node; rm -rf .bin; mv .bin bin2',
  // Where Node would look first.
  'mkdir -p @dragoman/node_modules/zod node_modules/zod @dragoman/cli/node_modules/commander @dragoman/runtime/dist/node_modules/zod',
  'mv @dragoman scope; mv zod zod2; mv @dragoman/cli cli; rm -rf @dragoman zod; cd ..; mv node_modules modules; mkdir -p node_modules/@dragoman',
  'echo evil > node_modules/@dragoman/cli/bundle/.compiled/exec/main.js.1',
  'echo changed > node_modules/other/index.js; mkdir -p node_modules/more; touch tried',
].join('\n');

describe.each(['bubblewrap', 'container'])(
  'an agent in a %s, in a project with Dragoman',
  (kind) => {
    test(
      'can change its packages, but nothing that is run as Dragoman',
      async () => {
        const before = await ownFiles();
        const ended = await exec(kind, await attack(REWRITE)).ended;
        expect(ended).toMatchObject({ code: 0 });
        await readFile(join(fixture.workspace, 'tried'));
        expect(await ownFiles()).toEqual(before);
        expect(await readFile(join(modules, 'other/index.js'), 'utf8')).toBe('changed\n');
      },
      TIMEOUT_MS,
    );
  },
);

describe.each(['process', 'bubblewrap', 'container'])(
  'when the owner is killed in a %s',
  (kind) => {
    test(
      'the watchdog runs what was there before the agent',
      async () => {
        const evil = join(fixture.workspace, 'evil');
        const code = `require("node:fs").writeFileSync(${JSON.stringify(evil)}, "")`;
        const folder = 'node_modules/@dragoman/cli/bundle';
        const rewrite = `for f in ${folder}/watchdog.cjs ${folder}/main.js; do echo '${code}' > $f; done; touch tried; sleep 300`;
        const { child, ended } = exec(kind, await attack(rewrite));
        await vi.waitFor(() => readFile(join(fixture.workspace, 'tried')), PATIENCE);
        child.kill('SIGKILL');
        await ended;
        await vi.waitFor(async () => {
          expect((await fixture.lastTurn()).at(-1)).toMatchObject({
            type: 'end',
            code: 'owner_lost',
          });
        }, PATIENCE);
        expect(await readdir(fixture.workspace)).not.toContain('evil');
        expect(await fixture.remains()).toEqual([]);
      },
      TIMEOUT_MS,
    );
  },
);
