import { createHash } from 'node:crypto';
import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { findNpm, withLock } from '@dragoman/runtime/internal';
import { findProgram, type ProcessResult, runProcess } from '@dragoman/sandbox';

interface Podman {
  podman(args: readonly string[]): Promise<ProcessResult>;
  /** The folder of the tests' containers. */
  readonly folder: string;
}

/** What commands of tests and agents call. */
const PROGRAMS =
  'sh bash env cat ls id sleep touch mkdir rmdir rm cp mv ln chmod chown head tail wc grep sed find sort tr cut date dirname basename readlink stat tee true false seq yes dd mktemp ps kill setsid nohup timeout git tar gzip uname pwd printf';

/** Folders that are links on most systems, and as such part of every library's path. */
const LINKED = ['bin', 'sbin', 'lib', 'lib32', 'lib64'];

/** Libraries of every Linux, which programs that are installed later load. */
const COMMON_LIBRARIES = ['librt.so.1', 'libresolv.so.2', 'libutil.so.1', 'libdl.so.2'];

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

const IMAGE = 'localhost/dragoman-test-base';

/** To be raised when the way the image is made changes. */
const RECIPE = 4;

/**
 * An image of this machine's own programs, for lack of a registry: Node with npm, a shell, the usual
 * tools, and the libraries they load. It takes seconds, and only the first time: its name says what
 * is in it. Several test processes ask for it at once, and one of them makes it.
 */
export async function importBaseImage({ podman, folder }: Podman): Promise<string> {
  const files = await filesOfImage();
  const name = `${IMAGE}:${await contentKey(files)}`;
  const isThere = async () => (await podman(['image', 'exists', name])).exitCode === 0;
  if (await isThere()) return name;
  await withLock(join(folder, 'base-image.lock'), {}, async () => {
    if (!(await isThere())) await makeImage(podman, name, files);
  });
  return name;
}

async function makeImage(podman: Podman['podman'], name: string, files: ImageFiles): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-base-'));
  try {
    const archive = join(folder, 'root.tar');
    await layOut(join(folder, 'root'), files);
    await run('tar', ['-C', join(folder, 'root'), '-cf', archive, '.']);
    const imported = await podman(['import', '--quiet', archive, name]);
    if (imported.exitCode !== 0) throw failure('podman import', imported);
    await removeOthers(podman, name);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Images of an earlier state of this machine. One that is in use stays. */
async function removeOthers(podman: Podman['podman'], name: string): Promise<void> {
  const format = '{{.Repository}}:{{.Tag}}';
  const { stdout } = await podman(['images', '--format', format, IMAGE]);
  const others = stdout.split('\n').filter((other) => other !== '' && other !== name);
  for (const other of others) await podman(['rmi', other]);
}

/** Paths in the image and what lies there, from this machine. */
type ImageFiles = ReadonlyMap<string, string>;

async function filesOfImage(): Promise<ImageFiles> {
  const programs = await Promise.all(
    PROGRAMS.split(' ').map(
      async (name) => [`/usr/bin/${name}`, await programNamed(name)] as const,
    ),
  );
  const files = new Map<string, string>([...programs, ['/usr/bin/node', process.execPath]]);
  const libraries = await run('ldd', [...new Set(files.values())], { mayFail: true });
  for (const [path = ''] of libraries.matchAll(/\/\S+\.so[.\w]*/g)) {
    files.set(join(await realpath(dirname(path)), basename(path)), path);
  }
  const system = [...files.keys()].find((path) => basename(path) === 'libc.so.6') ?? '';
  for (const name of COMMON_LIBRARIES) await addIfThere(files, join(dirname(system), name));
  await addIfThere(files, CERTIFICATES);
  files.set('/usr/lib/node_modules/npm', await npmFolder());
  return files;
}

async function addIfThere(files: Map<string, string>, path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined)) !== undefined) files.set(path, path);
}

async function programNamed(name: string): Promise<string> {
  const path = await findProgram(name);
  if (path !== undefined) return realpath(path);
  throw new DragomanError(
    'test_containers_failed',
    `The test image needs ${name} in the system's folders.`,
  );
}

async function npmFolder(): Promise<string> {
  return dirname(dirname(await realpath(await findNpm())));
}

/** Whether the image is the same is known by names, sizes and times, without reading it all. */
async function contentKey(files: ImageFiles): Promise<string> {
  const hash = createHash('sha256').update(String(RECIPE));
  for (const [path, source] of files) {
    const { size, mtimeMs } = await stat(source);
    hash.update(`\n${path} ${size} ${mtimeMs}`);
  }
  return hash.digest('hex').slice(0, 16);
}

async function layOut(root: string, files: ImageFiles): Promise<void> {
  for (const folder of ['etc', 'proc', 'sys', 'dev', 'run', 'home', 'var', 'usr/bin']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  for (const folder of ['tmp', 'var/tmp']) await mkdir(join(root, folder), { mode: 0o1777 });
  for (const name of LINKED) await linkAsHere(root, name);
  for (const [path, source] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await cp(source, join(root, path), { recursive: true, dereference: true });
  }
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'));
  await writeFile(join(root, 'etc/passwd'), 'root:x:0:0:root:/:/bin/sh\n');
  await writeFile(join(root, 'etc/group'), 'root:x:0:\n');
}

async function linkAsHere(root: string, name: string): Promise<void> {
  const found = await lstat(`/${name}`).catch(() => undefined);
  if (found?.isSymbolicLink() !== true) return;
  const target = await readlink(`/${name}`);
  await mkdir(join(root, target), { recursive: true });
  await symlink(target, join(root, name));
}

interface RunOptions {
  readonly mayFail?: boolean;
}

async function run(
  name: string,
  args: readonly string[],
  { mayFail = false }: RunOptions = {},
): Promise<string> {
  const env = { PATH: process.env.PATH ?? '' };
  const result = await runProcess({ executable: await programNamed(name), args, env, cwd: '/' });
  if (result.exitCode !== 0 && !mayFail) throw failure(name, result);
  return result.stdout;
}

function failure(what: string, { exitCode, stderr }: ProcessResult): DragomanError {
  return new DragomanError('test_containers_failed', `${what} ended with ${exitCode}: ${stderr}`);
}
