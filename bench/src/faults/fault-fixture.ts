import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '@dragoman/protocol/internal';
import { runDirectoryOf } from '@dragoman/sandbox';
import {
  type MachineProcess,
  mountSmallDisk,
  processesOf,
  type TestContainers,
} from '@dragoman/testkit';

/** Where one run happens: whatever mentions its folder belongs to it. */
export interface FaultFixture {
  readonly workspace: string;
  readonly stateDirectory: string;
  /** The temporary folder of the turn's owner. */
  readonly temporary: string;
  /** An argument that only commands of this run have. */
  readonly mark: string;
  processes(): Promise<readonly MachineProcess[]>;
  /** What is there but the journal and the session: nothing, once a turn has ended. */
  remains(): Promise<readonly string[]>;
  /** Ends and removes all that is left of it. */
  remove(): Promise<void>;
}

export interface FaultFixtureOptions {
  /** The state folder is on a file system of so many bytes. */
  readonly diskBytes?: number | undefined;
  /** Where its containers would be. */
  readonly containers?: TestContainers | undefined;
}

const fixtures = new Set<FaultFixture>();

/** Ends and removes what is left of all runs: for when this process is interrupted. */
export async function removeAllFixtures(): Promise<void> {
  await Promise.all([...fixtures].map((fixture) => fixture.remove()));
}

export async function createFaultFixture(options: FaultFixtureOptions): Promise<FaultFixture> {
  const { diskBytes, containers } = options;
  const root = await mkdtemp(join(tmpdir(), 'dragoman-faults-'));
  const [workspace, stateDirectory, temporary] = ['workspace', 'state', 't'].map((name) =>
    join(root, name),
  ) as [string, string, string];
  for (const folder of [workspace, stateDirectory, temporary]) await mkdir(folder, { mode: 0o700 });
  const unmount = diskBytes === undefined ? () => {} : mountSmallDisk(stateDirectory, diskBytes);
  if (unmount === undefined) {
    await rm(root, { recursive: true });
    throw new Error('only root may mount a small disk');
  }
  const mark = `8${root.replace(/\D/g, '')}${Math.floor(Math.random() * 1e6)}`;
  /** What runs in a container knows other paths, but it has the sandbox's id. */
  const known = new Set([root, mark]);
  const processes = async () => {
    for (const id of await entriesOf(join(stateDirectory, 'sandboxes'))) known.add(id);
    return processesOf([...known]);
  };
  const runDirectories = async () => {
    const ids = await entriesOf(join(stateDirectory, 'turns'));
    return ids.map(runDirectoryOf).filter((path) => existsSync(path));
  };
  const ownContainers = async () =>
    containers === undefined ? [] : containersOf(containers, stateDirectory);

  let removed: Promise<void> | undefined;
  const remove = async (): Promise<void> => {
    fixtures.delete(fixture);
    for (const { pid } of await processes()) kill(pid);
    const left = await ownContainers();
    if (left.length > 0) await containers?.podman(['rm', '--force', '--time', '0', ...left]);
    unmount();
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  };

  const fixture: FaultFixture = {
    workspace,
    stateDirectory,
    temporary,
    mark,
    processes,
    async remains() {
      const homes = await entriesOf(join(stateDirectory, 'homes'));
      return [
        ...(await processes()).map(
          ({ pid, args }) => `process ${pid} ${args.join(' ').slice(0, 300)}`,
        ),
        ...(await ownContainers()).map((name) => `container ${name}`),
        ...(await entriesOf(temporary)).map((name) => `temporary ${name}`),
        ...(await runDirectories()).map((path) => `sockets ${path}`),
        ...(await entriesOf(join(stateDirectory, 'sandboxes'))).map((name) => `sandbox ${name}`),
        ...homes.filter((name) => name.includes('.lock')).map((name) => `lock ${name}`),
      ];
    },
    remove() {
      removed ??= remove();
      return removed;
    },
  };
  fixtures.add(fixture);
  return fixture;
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

/** Asked of podman itself: what is proved may not rest on what is tested. */
async function containersOf({ podman }: TestContainers, state: string): Promise<readonly string[]> {
  const asked = ['ps', '--all', '--no-trunc', '--format', '{{.Names}} {{.Labels}}'];
  const { exitCode, stdout, stderr } = await podman(asked);
  if (exitCode !== 0) throw new Error(`podman could not be asked for containers: ${stderr}`);
  const own = stdout.split('\n').filter((line) => line.includes(state));
  return own.map((line) => line.slice(0, line.indexOf(' ')));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended meanwhile.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
