import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ProcessResult, runProcess } from '@dragoman/sandbox';
import { importBaseImage } from './container-base-image.js';
import { requireProgram } from './system-package.js';

/** Podman as tests use it: its images and containers are apart from the user's. */
export interface TestContainers {
  /** For whoever starts podman, beside what they have. */
  readonly environment: Readonly<Record<string, string>>;
  /** A small image with Node and the programs that commands of tests call. */
  readonly image: string;
  podman(args: readonly string[]): Promise<ProcessResult>;
}

/** The first use installs podman and makes the image. */
export const CONTAINERS_TIMEOUT_MS = 10 * 60 * 1000;

let known: Promise<TestContainers> | undefined;

/** Podman with an image to run, made once and kept in the tests' cache. */
export function testContainers(): Promise<TestContainers> {
  known ??= prepare();
  return known;
}

async function prepare(): Promise<TestContainers> {
  const executable = await requireProgram('podman', 'podman runc');
  await requireProgram('runc', 'runc');
  const folder = containersFolder();
  const environment = await configure(folder);
  const podman = (args: readonly string[]) =>
    runProcess({
      executable,
      args,
      env: { PATH: process.env.PATH ?? '', HOME: homedir(), ...environment },
      cwd: '/',
      timeoutMs: CONTAINERS_TIMEOUT_MS,
    });
  return { environment, podman, image: await importBaseImage({ podman, folder }) };
}

/**
 * Settings for tests. The default runtime refuses systems with control groups of both
 * versions, and the default limits of open files are more than some systems allow.
 */
async function configure(folder: string): Promise<Record<string, string>> {
  const run = runFolder(folder);
  const files = {
    'containers.conf': `
[engine]
runtime = "runc"
tmp_dir = "${run}/libpod"
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
`,
    'storage.conf': `
[storage]
driver = "overlay"
graphroot = "${folder}/storage"
rootless_storage_path = "${folder}/storage"
runroot = "${run}/storage"
`,
  };
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await keepFile(join(folder, name), content.trimStart());
  }
  return {
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
  };
}

/** Other processes use the same cache: none of them may meet a file that is half written. */
export async function keepFile(path: string, content: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return;
  const draft = `${path}.${randomUUID()}.tmp`;
  await writeFile(draft, content);
  await rename(draft, path);
}

function containersFolder(): string {
  const configured = process.env.DRAGOMAN_TEST_CACHE;
  return join(
    configured ? resolve(configured) : join(homedir(), '.cache', 'dragoman-tests'),
    'containers',
  );
}

/** What is true only until the next start of the machine goes where that is emptied. */
function runFolder(folder: string): string {
  const own = createHash('sha256').update(folder).digest('hex').slice(0, 8);
  const root = process.getuid?.() === 0 ? '/run' : (process.env.XDG_RUNTIME_DIR ?? tmpdir());
  return join(root, `dragoman-tests-${own}`);
}
