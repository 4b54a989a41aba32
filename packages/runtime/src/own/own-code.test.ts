import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createBubblewrapSandboxes, type Sandbox } from '@dragoman/sandbox';
import { requireProgram } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codeOf, nodeCode, ownCode } from './own-code.js';

let root: string;
let project: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-own-')));
  project = join(root, 'project');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: string | object): string {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function packageAt(folder: string, name: string, dependencies: readonly string[] = []): void {
  const all = Object.fromEntries(dependencies.map((dependency) => [dependency, '1.0.0']));
  write(`${folder}/package.json`, {
    name,
    type: 'module',
    main: 'dist/index.js',
    dependencies: all,
  });
  const imports = dependencies.map((dependency) => `import '${dependency}';\n`);
  write(`${folder}/dist/index.js`, `${imports.join('')}export default '${name}';\n`);
}

/** As npm installs it in a project. The result is our module in it. */
function install(): string {
  packageAt('node_modules/@dragoman/runtime', '@dragoman/runtime', ['@dragoman/protocol', 'zod']);
  packageAt('node_modules/@dragoman/protocol', '@dragoman/protocol', ['zod']);
  packageAt('node_modules/@dragoman/ai-sdk', '@dragoman/ai-sdk', ['provider']);
  packageAt('node_modules/zod', 'zod');
  packageAt('node_modules/provider', 'provider', ['deep']);
  packageAt('node_modules/provider/node_modules/deep', 'deep');
  packageAt('node_modules/unrelated', 'unrelated');
  write('node_modules/@dragoman/cli/bin/dragoman.cjs', '');
  mkdirSync(join(project, 'node_modules/.bin'));
  symlinkSync('../@dragoman/cli/bin/dragoman.cjs', join(project, 'node_modules/.bin/dragoman'));
  return join(project, 'node_modules/@dragoman/runtime/dist/index.js');
}

test('installed in a project, our packages and all that they load are our code, and no others', () => {
  const code = codeOf(install(), project);
  const inside = (name: string) => join(project, 'node_modules', name);
  for (const name of ['@dragoman/runtime', '@dragoman/protocol', '@dragoman/ai-sdk', 'zod']) {
    expect(code).toContain(inside(name));
  }
  for (const name of ['provider', '.bin', 'node_modules', '@dragoman/node_modules']) {
    expect(code).toContain(inside(name));
  }
  expect(code.filter((path) => path === inside('unrelated') || path === inside(''))).toEqual([]);
});

test('the links of pnpm are kept by their folders', () => {
  const store = 'node_modules/.pnpm/@dragoman+runtime@1.0.0/node_modules';
  packageAt(`${store}/@dragoman/runtime`, '@dragoman/runtime', ['zod']);
  packageAt('node_modules/.pnpm/zod@1.0.0/node_modules/zod', 'zod');
  symlinkSync('../../zod@1.0.0/node_modules/zod', join(project, store, 'zod'));
  const code = codeOf(join(project, store, '@dragoman/runtime/dist/index.js'), project);
  expect(code).toContain(join(project, store));
  expect(code).toContain(join(project, 'node_modules/.pnpm/zod@1.0.0/node_modules/zod'));
});

/** The package `dragoman`, whose command loads that of `@dragoman/cli`. The result is its command. */
function packageWhole(folder: string): string {
  packageAt(folder, 'dragoman', ['@dragoman/cli', '@dragoman/runtime']);
  return write(`${folder}/bin/dragoman.cjs`, '');
}

test('the package dragoman that pnpm installs is our code, and so is the link to it', () => {
  const store = (name: string) => `node_modules/.pnpm/${name.replace('/', '+')}@1.0.0/node_modules`;
  for (const name of ['@dragoman/cli', '@dragoman/runtime']) {
    packageAt(`${store(name)}/${name}`, name);
    mkdirSync(join(project, store('dragoman'), '@dragoman'), { recursive: true });
    symlinkSync(join(project, store(name), name), join(project, store('dragoman'), name));
  }
  packageWhole(`${store('dragoman')}/dragoman`);
  symlinkSync(`.pnpm/dragoman@1.0.0/node_modules/dragoman`, join(project, 'node_modules/dragoman'));
  const script = join(project, 'node_modules/dragoman/bin/dragoman.cjs');
  for (const [name, called] of [
    ['@dragoman/cli', script],
    ['@dragoman/runtime', join(project, 'server.js')],
  ] as const) {
    const code = codeOf(join(project, store(name), name, 'dist/index.js'), project, called);
    expect(code).toContain(join(project, 'node_modules'));
    expect(code).toContain(join(project, store('dragoman'), 'dragoman'));
    expect(code).toContain(join(project, store('dragoman'), '@dragoman'));
    expect(code).toContain(join(project, store(name), name));
  }
});

test('the package dragoman is our code where npm has nested ours in it', () => {
  const script = packageWhole('node_modules/dragoman');
  for (const name of ['@dragoman/cli', '@dragoman/runtime']) {
    packageAt(`node_modules/dragoman/node_modules/${name}`, name);
    const module = join(project, `node_modules/dragoman/node_modules/${name}/dist/index.js`);
    for (const called of [script, join(project, 'server.js')]) {
      const code = codeOf(module, project, called);
      expect(code).toContain(join(project, 'node_modules/dragoman'));
      expect(code).not.toContain(join(project, 'node_modules'));
    }
  }
});

test('a command in the workspace is our code, though all that it loads lies elsewhere', () => {
  const module = join(root, 'store/cli/main.cjs');
  mkdirSync(dirname(module), { recursive: true });
  writeFileSync(join(root, 'store/cli/package.json'), JSON.stringify({ name: '@dragoman/cli' }));
  writeFileSync(module, '');
  const script = packageWhole('tools/dragoman');
  const code = codeOf(module, project, script);
  for (const name of ['bin', 'dist', 'package.json']) {
    expect(code).toContain(join(project, 'tools/dragoman', name));
  }
});

test('in a clone people go on to work on the sources', () => {
  packageAt('packages/runtime', '@dragoman/runtime', ['zod']);
  packageAt('node_modules/zod', 'zod');
  const code = codeOf(write('packages/runtime/src/index.ts', ''), project);
  expect(code).toContain(join(project, 'packages/runtime/dist'));
  expect(code).toContain(join(project, 'packages/node_modules'));
  expect(code.some((path) => join(project, 'packages/runtime/src').startsWith(path))).toBe(false);
});

test('a bundler’s output is our code where it is, and nothing around it', () => {
  write('package.json', { name: 'app' });
  const module = write('build/server/chunk.js', '');
  expect(codeOf(module, project, module)).toEqual([join(project, 'build/server')]);
});

test('a command that lies elsewhere has nothing in a workspace', () => {
  write('node_modules/@dragoman/cli/package.json', { name: '@dragoman/cli' });
  const module = write('node_modules/@dragoman/cli/bundle/main.js', '');
  expect(codeOf(module, join(root, 'elsewhere'), module)).toEqual([]);
  expect(codeOf(module, project)).toContain(join(project, 'node_modules/@dragoman/cli'));
});

test('a command that is linked from elsewhere is kept by its link', async () => {
  await requireProgram('bwrap', 'bubblewrap');
  const store = join(root, 'store/cli');
  mkdirSync(store, { recursive: true });
  writeFileSync(join(store, 'package.json'), JSON.stringify({ name: '@dragoman/cli' }));
  const module = join(store, 'main.cjs');
  writeFileSync(module, "console.log('ours');\n");
  const bins = ['node_modules/.bin', 'packages/app/node_modules/.bin'];
  for (const bin of bins) {
    mkdirSync(join(project, bin), { recursive: true });
    symlinkSync(module, join(project, bin, 'dragoman'));
  }
  const script = join(project, 'packages/app/node_modules/.bin/dragoman');
  const readOnly = codeOf(module, project, script);
  expect([...readOnly].sort()).toEqual(bins.map((bin) => join(project, bin)));
  const home = join(root, 'home');
  mkdirSync(home);
  const provider = createBubblewrapSandboxes({ stateDirectory: join(root, 'state') });
  const sandbox = await provider.create({ workspace: project, home, readOnly });
  const swap = bins.map((bin) => `rm -f ${bin}/dragoman; echo planted > ${bin}/dragoman`);
  try {
    await play(sandbox, swap.join('; '));
  } finally {
    await sandbox.remove();
  }
  for (const bin of bins) expect(realpathSync(join(project, bin, 'dragoman'))).toBe(module);
});

test('Node is our code, with the programs beside it', () => {
  expect(nodeCode(process.execPath)).toContain(dirname(process.execPath));
  expect(ownCode(project).length).toBeGreaterThan(0);
});

test('whatever an agent plants, the next process loads what was installed', async () => {
  await requireProgram('bwrap', 'bubblewrap');
  const module = install();
  const home = join(root, 'home');
  mkdirSync(home);
  const provider = createBubblewrapSandboxes({ stateDirectory: join(root, 'state') });
  const sandbox = await provider.create({
    workspace: project,
    home,
    readOnly: codeOf(module, project),
  });
  try {
    await play(sandbox);
  } finally {
    await sandbox.remove();
  }
  const load = `import(${JSON.stringify(module)}).then((own) => console.log(own.default))`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', load], {
    env: {},
    encoding: 'utf8',
  });
  expect(said).toBe('@dragoman/runtime\n');
  // An agent can still install what it needs.
  expect(execFileSync('ls', [join(project, 'node_modules')], { encoding: 'utf8' })).toContain(
    'more',
  );
});

/** A package that says so when it is loaded, wherever Node could look for one of Dragoman's. */
const PLANT = `
for folder in node_modules/@dragoman/runtime/dist node_modules/@dragoman/runtime node_modules/@dragoman node_modules node_modules/provider .; do
  for name in zod @dragoman/protocol deep provider; do
    mkdir -p $folder/node_modules/$name
    echo '{ "name": "x", "main": "index.js" }' > $folder/node_modules/$name/package.json
    echo 'console.log("planted"); module.exports = "planted"' > $folder/node_modules/$name/index.js
  done
done
echo '{ "exports": "./index.js", "imports": {} }' > node_modules/package.json
mkdir node_modules/more
`;

async function play(sandbox: Sandbox, script = PLANT): Promise<void> {
  const env = { PATH: '/usr/bin:/bin' };
  const running = await sandbox.start({ executable: 'sh', args: ['-c', script], env });
  await running.exit;
}
