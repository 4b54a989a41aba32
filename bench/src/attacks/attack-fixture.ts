import { execFile } from 'node:child_process';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WrittenScript } from '@dragoman/gateway';
import type { SandboxKind } from '@dragoman/sandbox';
import {
  createTurnFixture,
  type EndedTurn,
  type TestContainers,
  type TestTurn,
} from '@dragoman/testkit';

const run = promisify(execFile);

/** A repository that an agent works in, and turns in it. */
export interface AttackFixture {
  readonly kind: SandboxKind;
  readonly workspace: string;
  readonly stateDirectory: string;
  /** Where containers are asked for. */
  readonly containers: TestContainers | undefined;
  /** A turn of a real agent whose model has it run a command of the shell, and then says so. */
  command(shell: string, turn?: TestTurn): Promise<EndedTurn>;
  turn(turn: TestTurn): Promise<EndedTurn>;
  /** What the user's own git does in the workspace. */
  git(...args: readonly string[]): Promise<string>;
  /** A file of the workspace, or nothing. */
  read(path: string): Promise<string | undefined>;
  exists(path: string): Promise<boolean>;
  remains(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** The user's git without the user's settings. */
const GIT_ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'user',
  GIT_AUTHOR_EMAIL: 'user@example.invalid',
  GIT_COMMITTER_NAME: 'user',
  GIT_COMMITTER_EMAIL: 'user@example.invalid',
};

export async function createAttackFixture(
  kind: SandboxKind,
  containers: TestContainers | undefined,
): Promise<AttackFixture> {
  const fixture = await createTurnFixture();
  const { workspace, stateDirectory } = fixture;
  const git: AttackFixture['git'] = async (...args) => {
    const { stdout } = await run('git', ['-C', workspace, ...args], { env: GIT_ENVIRONMENT });
    return stdout;
  };
  const turn: AttackFixture['turn'] = (asked) =>
    fixture.run({
      sandbox: kind,
      ...(kind === 'container' && { image: containers?.image, agentFrom: 'cache' }),
      ...asked,
    });
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('commit', '--quiet', '--allow-empty', '--message', 'first');
  return {
    kind,
    workspace,
    stateDirectory,
    containers,
    async command(shell, asked = {}) {
      return turn({ ...asked, script: await shellScript(workspace, shell) });
    },
    turn,
    git,
    read: (path) => readFile(join(workspace, path), 'utf8').catch(() => undefined),
    exists: (path) =>
      access(join(workspace, path)).then(
        () => true,
        () => false,
      ),
    remains: fixture.remains,
    remove: fixture.remove,
  };
}

/**
 * A model that has the agent run a command of the shell. From a file, because agents look at what they
 * run and refuse some of it, which no attacker would leave them.
 */
export async function shellScript(workspace: string, shell: string): Promise<WrittenScript> {
  await writeFile(join(workspace, 'attack.sh'), shell);
  return { steps: [{ run: 'sh attack.sh' }, { say: 'Done.' }] };
}
