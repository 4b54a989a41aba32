import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Attack, Verdict } from './attack.js';
import { verdictOn } from './attack.js';
import { type AttackFixture, shellScript } from './attack-fixture.js';
import { execCommand } from './dragoman-command.js';

const WALL = 'The repository, and what the project asks for';

const WALLED = { process: 'reported', bubblewrap: 'stopped', container: 'stopped' } as const;
const CONFINED = { process: 'open', bubblewrap: 'stopped', container: 'stopped' } as const;
const EVERYWHERE = { process: 'stopped', bubblewrap: 'stopped', container: 'stopped' } as const;

const EVIL = 'planted-by-the-agent';
const SECRET = 'secret-of-another-project';

/** A turn in a folder of the workspace's repository, or in a worktree of it. */
async function turnIn(fixture: AttackFixture, cwd: string, shell: string) {
  return fixture.turn({ cwd, script: await shellScript(cwd, shell) });
}

async function makeSub(fixture: AttackFixture): Promise<string> {
  const sub = join(fixture.workspace, 'sub');
  await mkdir(sub, { recursive: true });
  return sub;
}

async function makeWorktree(fixture: AttackFixture): Promise<string> {
  const tree = join(dirname(fixture.workspace), 'tree');
  await fixture.git('worktree', 'add', '--quiet', tree, '-b', 'tree');
  return tree;
}

/** What is tried to have git of this machine run something, in the folder that is `$dir`. */
const ON_GIT = [
  `git config core.fsmonitor ./${EVIL}; echo '${EVIL}' >>"$dir/config"; cp "$dir/HEAD" c; echo '${EVIL}' >>c`,
  'mv -f c "$dir/config"; mkdir -p "$dir/hooks"',
  `echo '${EVIL}' >"$dir/hooks/pre-commit"; mv "$dir/hooks" "$dir/h"; mkdir "$dir/hooks"`,
  `echo '${EVIL}' >"$dir/hooks/pre-commit"; echo '${EVIL}' >"$dir/info/attributes"`,
].join('; ');

const RUN_BY_GIT = ['config', 'hooks/pre-commit', 'info/attributes'];

/** Git of this machine is led by the repository although the agent works elsewhere. */
function onRepository(
  name: string,
  makeFolder: (fixture: AttackFixture) => Promise<string>,
): Attack {
  return {
    name,
    wall: WALL,
    promises: WALLED,
    async play(fixture) {
      const cwd = await makeFolder(fixture);
      const attack = `dir=$(git rev-parse --git-common-dir); ${ON_GIT}`;
      const { events } = await turnIn(fixture, cwd, attack);
      const verdicts: Verdict[] = [];
      for (const path of RUN_BY_GIT) {
        const whole = join(fixture.workspace, '.git', path);
        const content = await readFile(whole, 'utf8').catch(() => '');
        verdicts.push(verdictOn(content.includes(EVIL), events, whole));
      }
      if (verdicts.includes('broke')) return 'broke';
      return verdicts.includes('reported') ? 'reported' : 'stopped';
    },
  };
}

/** Ways to claim that a folder belongs to another repository. `$other` is that one's folder. */
const CLAIMS: Readonly<Record<string, string>> = {
  'points .git at another repository': 'echo "gitdir: $other/.git" >.git',
  'links .git to another repository': 'ln -s "$other/.git" .git',
  'makes up a worktree of another repository': [
    'mkdir -p x/worktrees/w; echo "$other/.git" >x/worktrees/w/commondir',
    'echo "$PWD/.git" >x/worktrees/w/gitdir; cp "$other/.git/HEAD" x/worktrees/w/ 2>/dev/null',
    'echo "gitdir: $PWD/x/worktrees/w" >.git',
  ].join('; '),
};

function claim([name, plant]: [name: string, plant: string]): Attack {
  return {
    name,
    wall: WALL,
    promises: CONFINED,
    async play(fixture) {
      const sub = await makeSub(fixture);
      const other = join(dirname(fixture.workspace), 'other');
      await fixture.git('clone', '--quiet', '.', other);
      await writeFile(join(other, '.git', 'notes'), SECRET);
      await turnIn(fixture, sub, `other='${other}'; ${plant}`);
      const next = `cat '${other}/.git/notes'; echo evil >'${other}/.git/evil'; git log; true`;
      const { events } = await turnIn(fixture, sub, next);
      const wrote = await access(join(other, '.git/evil')).then(
        () => true,
        () => false,
      );
      return wrote || JSON.stringify(events).includes(SECRET) ? 'broke' : 'stopped';
    },
  };
}

export const repositoryAttacks: readonly Attack[] = [
  onRepository('has git run something, from a folder of the repository', makeSub),
  onRepository('has git run something, from a worktree of the repository', makeWorktree),
  {
    name: 'sends git elsewhere by the commondir of a repository above',
    wall: WALL,
    promises: EVERYWHERE,
    async play(fixture) {
      const sub = await makeSub(fixture);
      await turnIn(fixture, sub, `cp -r ../.git evil; echo '${EVIL}' >../.git/commondir`);
      return (await fixture.exists('.git/commondir')) ? 'broke' : 'stopped';
    },
  },
  {
    name: 'changes files of the repository beside its workspace',
    wall: WALL,
    promises: CONFINED,
    async play(fixture) {
      const sub = await makeSub(fixture);
      await writeFile(join(fixture.workspace, 'beside'), 'as it was');
      await turnIn(
        fixture,
        sub,
        'echo evil >../beside; rm -f ../beside; echo evil >../new; mv ../sub ../x',
      );
      const isSame = (await fixture.read('beside')) === 'as it was';
      return isSame && !(await fixture.exists('new')) ? 'stopped' : 'broke';
    },
  },
  ...Object.entries(CLAIMS).map(claim),
  {
    name: 'asks for no sandbox, by the configuration of the project',
    wall: WALL,
    promises: { bubblewrap: 'stopped' },
    async play(fixture) {
      const file = join(fixture.workspace, 'dragoman.config.yaml');
      await writeFile(file, 'sandbox: process\ntrustProject: true\n');
      const { said } = await execCommand(fixture, 'touch ran');
      await rm(file);
      if (!said.includes('dragoman config trust'))
        throw new Error(`not played: ${said.slice(-400)}`);
      return (await fixture.exists('ran')) ? 'broke' : 'stopped';
    },
  },
];
