import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { OwnedTurn } from './fault.js';
import type { FaultFixture } from './fault-fixture.js';

export interface OwnerRequest extends OwnedTurn {
  readonly cwd: string;
  readonly stateDirectory: string;
  readonly cacheDir: string;
  readonly floodBytes: number;
}

export interface Owner {
  readonly pid: number;
  /** Resolves when it is gone, with the most memory it took, if it could say so. */
  readonly gone: Promise<{ readonly peakBytes: number | undefined; readonly stderr: string }>;
  /** Asks it to stop, as Ctrl-C would. */
  interrupt(): void;
  kill(): void;
}

/** Starts the owner of one turn. Its temporary folder is in the fixture. */
export function startOwner(
  fixture: FaultFixture,
  request: OwnerRequest,
  environment: Readonly<Record<string, string>>,
): Owner {
  const program = fileURLToPath(new URL('./owner-program.js', import.meta.url));
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [program], {
    cwd: fixture.workspace,
    env: { PATH, HOME, TMPDIR: fixture.temporary, ...environment },
    // The channel closes when this process is gone.
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(JSON.stringify(request));
  return {
    pid: child.pid ?? -1,
    gone: outputOf(child),
    interrupt: () => child.kill('SIGINT'),
    kill: () => child.kill('SIGKILL'),
  };
}

async function outputOf(child: ChildProcess): Promise<Awaited<Owner['gone']>> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (bytes) => {
    stdout += bytes;
  });
  child.stderr?.on('data', (bytes) => {
    stderr += bytes;
  });
  await once(child, 'exit');
  const peak = /"peakBytes":(\d+)/.exec(stdout)?.[1];
  return { peakBytes: peak === undefined ? undefined : Number(peak), stderr };
}
