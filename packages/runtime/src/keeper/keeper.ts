import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { engineEnvironment } from '@dragoman/sandbox';

/** Watches over the turns of this process, so that they end even when it is killed. */
export interface Keeper {
  /** A turn is about to begin: the keeper starts while it is prepared. */
  expect(): void;
  watch(turnDirectory: string): void;
  /** The turn has its end. */
  release(turnDirectory: string): void;
}

/** With nothing to watch over for so long it is let go. */
const IDLE_MS = 2000;

/** One that dies again and again can't work here; turns then wait for whoever looks at them next. */
const MOST_STARTS = 5;

/** Built beside this file; when this runs from its source, that is elsewhere. */
const PROGRAM = fileURLToPath(new URL('./keeper-program.js', import.meta.url)).replace(
  /([\\/])src([\\/]keeper[\\/])/,
  '$1dist$2',
);

/** The keeper of this process. It is started with the first turn. */
export const keeper: Keeper = createKeeper();

function createKeeper(): Keeper {
  const open = new Set<string>();
  let pipe: Writable | undefined;
  let starts = 0;
  let idle: NodeJS.Timeout | undefined;

  const start = (): void => {
    if (starts === MOST_STARTS) return;
    starts += 1;
    const child = spawnKeeper();
    const started = child.stdin ?? undefined;
    pipe = started;
    // Its death shows as the exit; a write that comes too late says nothing more.
    started?.on('error', () => {});
    const onEnd = (): void => {
      if (pipe !== started) return;
      pipe = undefined;
      if (open.size > 0) start();
    };
    child.once('error', onEnd);
    child.once('exit', onEnd);
    for (const directory of open) tell('+', directory);
  };

  const tell = (sign: '+' | '-', directory: string): void => {
    pipe?.write(`${sign}${JSON.stringify(directory)}\n`);
  };

  const rest = (): void => {
    const ending = pipe;
    pipe = undefined;
    starts = 0;
    ending?.end();
  };

  const restLater = (): void => {
    clearTimeout(idle);
    if (open.size === 0) idle = setTimeout(rest, IDLE_MS).unref();
  };

  return {
    expect() {
      if (pipe === undefined) start();
      restLater();
    },
    watch(directory) {
      clearTimeout(idle);
      open.add(directory);
      if (pipe === undefined) start();
      else tell('+', directory);
    },
    release(directory) {
      open.delete(directory);
      tell('-', directory);
      restLater();
    },
  };
}

/**
 * Not by `spawnProcess`, which ends what it started when this process ends: the keeper is the one
 * that stays. It holds nobody up: neither it nor its pipe keeps this process alive.
 */
function spawnKeeper(): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM], {
    detached: true,
    cwd: '/',
    // What finding and removing a sandbox may take. No keys, and nothing else of this process.
    env: engineEnvironment(process.env),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  const { stdin } = child;
  if (stdin !== null && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return child;
}
