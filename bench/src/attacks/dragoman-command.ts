import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testCacheDirectory } from '@dragoman/testkit';
import { type AttackFixture, shellScript } from './attack-fixture.js';

/** The command's package, as it was built. */
export const commandPackage = fileURLToPath(new URL('../../../packages/cli', import.meta.url));

export interface CommandRun {
  /** Default: the command as it was built. */
  readonly program?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface CommandResult {
  readonly code: number | null;
  readonly said: string;
}

/** Runs `dragoman` as a user would, with a HOME in this fixture. */
export async function dragoman(
  fixture: AttackFixture,
  args: readonly string[],
  { program = join(commandPackage, 'bin/dragoman.cjs'), cwd, env = {} }: CommandRun = {},
): Promise<CommandResult> {
  const home = join(dirname(fixture.workspace), 'user');
  const temporary = join(dirname(fixture.workspace), 'tmp');
  for (const folder of [home, temporary]) await mkdir(folder, { recursive: true });
  const child = spawn(process.execPath, [program, ...args], {
    cwd: cwd ?? fixture.workspace,
    env: {
      PATH: '/usr/bin:/bin',
      HOME: home,
      TMPDIR: temporary,
      DRAGOMAN_STATE: fixture.stateDirectory,
      DRAGOMAN_CACHE: testCacheDirectory(),
      ...fixture.containers?.environment,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, said };
}

/** `dragoman exec` with a scripted model that has the agent run a command of the shell. */
export async function execCommand(
  fixture: AttackFixture,
  shell: string,
  { args = [], ...run }: CommandRun & { readonly args?: readonly string[] } = {},
): Promise<CommandResult> {
  const script = join(dirname(fixture.workspace), 'script.json');
  await writeFile(script, JSON.stringify(await shellScript(run.cwd ?? fixture.workspace, shell)));
  const where =
    fixture.kind === 'container'
      ? ['--container-image', fixture.containers?.image ?? '', '--agent-from', 'cache']
      : [];
  const asked = [
    'exec',
    'Go.',
    '--json',
    '--script',
    script,
    '--sandbox',
    fixture.kind,
    ...where,
    ...args,
  ];
  return dragoman(fixture, asked, run);
}
