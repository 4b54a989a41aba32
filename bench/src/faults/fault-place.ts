import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcess } from '@dragoman/sandbox';

/** Where one run happens: whatever mentions its folder belongs to it. */
export interface FaultPlace {
  readonly workspace: string;
  readonly stateDirectory: string;
  /** The temporary folder of the turn's owner. */
  readonly temporary: string;
  /** An argument that only commands of this run have. */
  readonly mark: string;
  /** The processes of this run by what they were started as. */
  processes(): Promise<ReadonlyMap<number, string>>;
  /** What is there but the journal and the session: nothing, once a turn has ended. */
  remains(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export async function createFaultPlace(diskBytes: number | undefined): Promise<FaultPlace> {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-faults-'));
  const [workspace, stateDirectory, temporary] = ['workspace', 'state', 't'].map((name) =>
    join(root, name),
  ) as [string, string, string];
  for (const folder of [workspace, stateDirectory, temporary]) await mkdir(folder, { mode: 0o700 });
  if (diskBytes !== undefined) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', stateDirectory]);
  }
  const mark = `8${root.replace(/\D/g, '')}${Math.floor(Math.random() * 1e6)}`;
  /** What runs in a container knows other paths, but it has the sandbox's id. */
  const known = new Set([root, mark]);
  const processes = async () => {
    for (const id of await readdir(join(stateDirectory, 'sandboxes')).catch(() => []))
      known.add(id);
    return processesOf([...known]);
  };

  return {
    workspace,
    stateDirectory,
    temporary,
    mark,
    processes,
    async remains() {
      const running = [...(await processes())].map(([pid, command]) => `process ${pid} ${command}`);
      const [left, sandboxes, homes] = await Promise.all(
        [temporary, join(stateDirectory, 'sandboxes'), join(stateDirectory, 'homes')].map(
          (folder) => readdir(folder).catch(() => []),
        ),
      );
      return [
        ...running,
        ...(left ?? []).map((name) => `temporary ${name}`),
        ...(sandboxes ?? []).map((name) => `sandbox ${name}`),
        ...(homes ?? []).filter((name) => name.includes('.lock')).map((name) => `lock ${name}`),
      ];
    },
    async remove() {
      if (diskBytes !== undefined) execFileSync('umount', ['-l', stateDirectory]);
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Those that mention one of the texts in what they were started with, and all that came from them. */
async function processesOf(texts: readonly string[]): Promise<Map<number, string>> {
  const commands = new Map<number, string>();
  const found = new Map<number, string>();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '');
      const [command, environment, folder] = await Promise.all([
        read('cmdline'),
        read('environ'),
        readlink(`/proc/${pid}/cwd`).catch(() => ''),
      ]);
      if (command === '' || pid === process.pid) return;
      commands.set(pid, command.replaceAll('\0', ' ').trim().slice(0, 300));
      const said = `${command}\n${environment}\n${folder}`;
      if (texts.some((text) => said.includes(text))) found.set(pid, commands.get(pid) ?? '');
    }),
  );
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [pid, command] of commands) {
      if (found.has(readProcess(pid)?.parent ?? 0)) found.set(pid, command);
    }
  }
  return found;
}
