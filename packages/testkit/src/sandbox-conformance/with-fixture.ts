import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  collectText,
  type ProcessExit,
  type Sandbox,
  type SandboxCommand,
  type SandboxOptions,
  type SandboxProcess,
  type SandboxProvider,
} from '@dragoman/sandbox';
import type { SandboxSubject } from './sandbox-subject.js';

/** What a case works with. All of it is thrown away afterwards. */
export interface TestFixture {
  readonly subject: SandboxSubject;
  readonly provider: SandboxProvider;
  readonly stateDirectory: string;
  readonly root: string;
  readonly workspace: string;
  readonly home: string;
  /** A word that is nowhere else on this machine, to find processes by. */
  readonly token: string;
  /** A sandbox on this workspace and HOME, which is removed at the end. */
  create(options?: Partial<SandboxOptions>): Promise<Sandbox>;
}

const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin';

export async function withFixture<Result>(
  subject: SandboxSubject,
  work: (place: TestFixture) => Promise<Result>,
): Promise<Result> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-conformance-')));
  const [workspace, home, stateDirectory] = ['workspace', 'home', 'state'].map((name) =>
    join(root, name),
  ) as [string, string, string];
  await Promise.all([workspace, home].map((path) => mkdir(path)));
  const provider = subject.provider(stateDirectory);
  const made: Sandbox[] = [];
  try {
    return await work({
      subject,
      provider,
      stateDirectory,
      root,
      workspace,
      home,
      // In seconds, for `sleep`: a number that long is on nobody else's command line.
      token: `86400.${randomBytes(6).readUIntBE(0, 6)}`,
      async create(options = {}) {
        const sandbox = await provider.create({ workspace, home, ...subject.options, ...options });
        made.push(sandbox);
        return sandbox;
      },
    });
  } finally {
    await Promise.all(made.map((sandbox) => sandbox.remove()));
    await rm(root, { recursive: true, force: true });
  }
}

/** A shell command with the least environment. */
export function shell(sandbox: Sandbox, script: string): SandboxCommand {
  return { executable: 'sh', args: ['-c', script], env: environment(sandbox) };
}

/** A piece of JavaScript, as a module. */
export function script(place: TestFixture, sandbox: Sandbox, code: string): SandboxCommand {
  return {
    executable: place.subject.node ?? process.execPath,
    args: ['--input-type=module', '--eval', code],
    env: environment(sandbox),
  };
}

function environment(sandbox: Sandbox): Record<string, string> {
  return { PATH: SEARCH_PATH, HOME: sandbox.inside.home };
}

export interface Finished extends ProcessExit {
  readonly stdout: string;
  readonly stderr: string;
}

export async function run(sandbox: Sandbox, command: SandboxCommand): Promise<Finished> {
  return toItsEnd(await sandbox.start(command));
}

export async function toItsEnd(running: SandboxProcess): Promise<Finished> {
  const [stdout, stderr, exit] = await Promise.all([
    collectText(running.stdout),
    collectText(running.stderr),
    running.exit,
  ]);
  return { ...exit, stdout, stderr };
}
