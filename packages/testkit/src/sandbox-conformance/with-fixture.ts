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

/** A sandbox that cases share which need nothing but a sandbox. */
export interface SharedSandbox {
  readonly fixture: TestFixture;
  readonly sandbox: Sandbox;
}

const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin';

export async function withFixture<Result>(
  subject: SandboxSubject,
  work: (fixture: TestFixture) => Promise<Result>,
): Promise<Result> {
  const { fixture, remove } = await makeFixture(subject);
  try {
    return await work(fixture);
  } finally {
    await remove();
  }
}

/**
 * A case that needs nothing but a sandbox: the one that the subject shares, or a new one. What such a
 * case leaves in the workspace has names that no other uses.
 */
export async function withSandbox<Result>(
  subject: SandboxSubject,
  work: (sandbox: Sandbox, fixture: TestFixture) => Promise<Result>,
): Promise<Result> {
  if (subject.shared === undefined) {
    return withFixture(subject, async (fixture) => work(await fixture.create(), fixture));
  }
  const { sandbox, fixture } = await subject.shared();
  return work(sandbox, { ...fixture, token: newToken() });
}

/** The subject with one sandbox for all cases that can share it, made when the first needs it. */
export function shareSandbox(subject: SandboxSubject): {
  readonly subject: SandboxSubject;
  close(): Promise<void>;
} {
  let made: ReturnType<typeof makeFixture> | undefined;
  let shared: Promise<SharedSandbox> | undefined;
  const share = async (): Promise<SharedSandbox> => {
    made = makeFixture(subject);
    const { fixture } = await made;
    return { fixture, sandbox: await fixture.create() };
  };
  return {
    subject: {
      ...subject,
      shared() {
        shared ??= share();
        return shared;
      },
    },
    close: async () => (await made)?.remove(),
  };
}

async function makeFixture(
  subject: SandboxSubject,
): Promise<{ readonly fixture: TestFixture; remove(): Promise<void> }> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-conformance-')));
  const [workspace, home, stateDirectory] = ['workspace', 'home', 'state'].map((name) =>
    join(root, name),
  ) as [string, string, string];
  await Promise.all([workspace, home].map((path) => mkdir(path)));
  const provider = subject.provider(stateDirectory);
  const made: Sandbox[] = [];
  const fixture: TestFixture = {
    subject,
    provider,
    stateDirectory,
    root,
    workspace,
    home,
    token: newToken(),
    async create(options = {}) {
      const sandbox = await provider.create({ workspace, home, ...subject.options, ...options });
      made.push(sandbox);
      return sandbox;
    },
  };
  const remove = async (): Promise<void> => {
    await Promise.all(made.map((sandbox) => sandbox.remove()));
    await rm(root, { recursive: true, force: true });
  };
  return { fixture, remove };
}

/** In seconds, for `sleep`: a number that long is on nobody else's command line. */
function newToken(): string {
  return `86400.${randomBytes(6).readUIntBE(0, 6)}`;
}

/** A shell command with the least environment. */
export function shell(sandbox: Sandbox, script: string): SandboxCommand {
  return { executable: 'sh', args: ['-c', script], env: environment(sandbox) };
}

/** A piece of JavaScript, as a module. */
export function script(fixture: TestFixture, sandbox: Sandbox, code: string): SandboxCommand {
  return {
    executable: fixture.subject.node ?? process.execPath,
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
