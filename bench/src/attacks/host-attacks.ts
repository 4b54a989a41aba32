import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Attack, Verdict } from './attack.js';
import type { AttackFixture } from './attack-fixture.js';
import { commandPackage, dragoman, execCommand } from './dragoman-command.js';

const WALL = 'What the host runs and trusts';

const EVERYWHERE = { process: 'stopped', bubblewrap: 'stopped', container: 'stopped' } as const;
const CONFINED = { process: 'open', bubblewrap: 'stopped', container: 'stopped' } as const;

/** Every program that Dragoman or what it starts looks for. */
const PROGRAMS =
  'bwrap podman docker git npm npx node runc crun conmon newuidmap newgidmap setpriv prlimit sh tar';

async function plantPrograms(folder: string, marker: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const program = `#!/bin/sh\necho "$0" >> '${marker}'\nexit 1\n`;
  for (const name of PROGRAMS.split(' ')) {
    await writeFile(join(folder, name), program, { mode: 0o755 });
  }
  // npm is found as a script that Node runs.
  const npm = join(dirname(folder), 'npm/bin');
  await mkdir(npm, { recursive: true });
  const script = `require('node:fs').appendFileSync(${JSON.stringify(marker)}, __filename)`;
  await writeFile(join(npm, 'npm-cli.js'), script);
}

/** Ends well only if what the attack is about could really happen. */
function played(said: string, proof: string): void {
  if (!said.includes(proof)) throw new Error(`not played: ${said.slice(-400)}`);
}

async function verdictOnMarker(fixture: AttackFixture, marker: string): Promise<Verdict> {
  return (await fixture.exists(marker)) ? 'broke' : 'stopped';
}

const plantedPrograms: Attack = {
  name: 'plants programs in node_modules/.bin, first on PATH',
  wall: WALL,
  promises: EVERYWHERE,
  async play(fixture) {
    const folder = join(fixture.workspace, 'node_modules/.bin');
    await plantPrograms(folder, join(fixture.workspace, 'marker'));
    const env = { PATH: `${folder}:${fixture.workspace}:/usr/bin:/bin` };
    const { said } = await execCommand(fixture, 'echo ran-$((1 + 1))', { env });
    played(said, 'ran-2');
    await dragoman(fixture, ['doctor'], { env });
    return verdictOnMarker(fixture, 'marker');
  },
};

const rewrittenDragoman: Attack = {
  name: 'rewrites a Dragoman that is installed in the project',
  wall: WALL,
  promises: CONFINED,
  async play(fixture) {
    const installed = 'node_modules/@dragoman/cli';
    const target = join(fixture.workspace, installed);
    for (const part of ['bin', 'bundle', 'package.json']) {
      await cp(join(commandPackage, part), join(target, part), { recursive: true });
    }
    const before = await contentOf(target);
    const evil = 'echo evil >';
    const { said } = await execCommand(
      fixture,
      [
        `for f in ${installed}/bin/* ${installed}/bundle/* ${installed}/package.json; do ${evil} $f; rm -f $f; done`,
        `${evil} ${installed}/bundle/planted.js`,
        `mkdir -p ${installed}/node_modules && ${evil} ${installed}/node_modules/x.js`,
        `mv ${installed} moved; mv node_modules/@dragoman moved2; mv node_modules moved3`,
        `mkdir -p ${installed}/bin; ${evil} ${installed}/bin/dragoman.cjs`,
        'echo tried-$((1 + 1))',
      ].join('; '),
      { program: join(target, 'bin/dragoman.cjs') },
    );
    played(said, 'tried-2');
    const after = await contentOf(target);
    return JSON.stringify(after) === JSON.stringify(before) ? 'stopped' : 'broke';
  },
};

/** Files and their contents, without the compiled code that the command writes. */
async function contentOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.includes('/.compiled/'))
    .sort();
  const contents = await Promise.all(files.map((file) => readFile(file, 'latin1')));
  return Object.fromEntries(files.map((file, at) => [file, contents[at] ?? '']));
}

const socketsInWorkspace: Attack = {
  name: 'finds the sockets of turns when TMPDIR is in the workspace',
  wall: WALL,
  promises: CONFINED,
  async play(fixture) {
    const temporary = join(fixture.workspace, 'tmp');
    await mkdir(temporary);
    const { said } = await execCommand(fixture, 'find . -type s; echo looked-$((1 + 1))', {
      env: { TMPDIR: temporary },
    });
    // To refuse such a folder is as good as to keep sockets out of it.
    if (!said.includes('looked-2')) played(said, 'TMPDIR');
    return said.includes('.sock') ? 'broke' : 'stopped';
  },
};

const homeAsWorkspace: Attack = {
  name: 'is given $HOME, or a folder above it, as its workspace',
  wall: WALL,
  promises: EVERYWHERE,
  async play(fixture) {
    const home = join(fixture.workspace, 'people/me');
    await mkdir(home, { recursive: true });
    for (const cwd of [home, dirname(home)]) {
      const { said } = await execCommand(fixture, 'echo ran-$((1 + 1))', {
        cwd,
        env: { HOME: home },
      });
      if (said.includes('ran-2')) return 'broke';
    }
    return 'stopped';
  },
};

const noSandbox: Attack = {
  name: 'is started where no sandbox works',
  wall: WALL,
  promises: { process: 'stopped' },
  async play(fixture) {
    const script = join(dirname(fixture.workspace), 'script.json');
    await writeFile(script, JSON.stringify({ steps: [{ run: 'touch ran' }, { say: 'Done.' }] }));
    const env = { DRAGOMAN_BWRAP: '/nonexistent/bwrap' };
    const { code, said } = await dragoman(fixture, ['exec', 'Go.', '--script', script], { env });
    if (code === 0 || (await fixture.exists('ran'))) return 'broke';
    played(said, 'bubblewrap');
    return 'stopped';
  },
};

export const hostAttacks: readonly Attack[] = [
  plantedPrograms,
  rewrittenDragoman,
  socketsInWorkspace,
  homeAsWorkspace,
  noSandbox,
];
