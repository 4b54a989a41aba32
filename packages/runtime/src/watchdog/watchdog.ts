import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import {
  builtFile,
  type DetachedProcess,
  engineEnvironment,
  makeRunDirectory,
  runDirectoryOf,
  spawnDetached,
} from '@dragoman/sandbox';

/** Watches over the turns of this process, so that they end even when it is killed. */
interface Watchdog {
  /**
   * A turn is about to begin. What is written to the pipe here is in it before this returns. Says whether
   * it is new: no when this process has a turn in that folder already.
   */
  watch(turnDirectory: string): boolean;
  /** The turn has its end, and nothing of it can come any more. */
  release(turnDirectory: string): void;
}

/** With nothing to watch over for so long it is let go. */
const IDLE_MS = 2000;

/** One that dies again and again can't work here; turns then wait for whoever looks at them next. */
const MOST_STARTS = 5;

/** The watchdog of this process. It is started with the first turn. */
export const watchdog: Watchdog = createWatchdog();

function createWatchdog(): Watchdog {
  const open = new Set<string>();
  let pipe: Writable | undefined;
  let starts = 0;
  let idle: NodeJS.Timeout | undefined;

  const start = (): void => {
    if (starts === MOST_STARTS) return;
    starts += 1;
    const { input, gone } = spawnWatchdog() ?? {};
    pipe = input;
    void gone?.then(() => {
      if (pipe !== input) return;
      pipe = undefined;
      if (open.size > 0) start();
    });
    for (const directory of open) emit('+', directory);
  };

  const emit = (sign: '+' | '-', directory: string): void => {
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
    watch(directory) {
      if (open.has(directory)) return false;
      clearTimeout(idle);
      open.add(directory);
      if (pipe === undefined) start();
      else emit('+', directory);
      return true;
    },
    release(directory) {
      open.delete(directory);
      emit('-', directory);
      restLater();
    },
  };
}

const SHELL = '/bin/sh';

/** Node reads what it runs from stdin. The last argument is for who looks at the list of processes. */
const PROGRAM = [process.execPath, '--input-type=commonjs', '-', 'dragoman-watchdog'];

/** It waits in a shell, which costs the start of a turn nothing; the program comes with the work. */
function spawnWatchdog(): DetachedProcess | undefined {
  const code = readyCode();
  if (code === undefined) return undefined;
  // What finding and removing a sandbox may take. No keys, and nothing else of this process.
  const env = engineEnvironment(process.env);
  try {
    // Windows has none, nor have some images of containers.
    return existsSync(SHELL)
      ? spawnDetached({
          executable: SHELL,
          args: ['-c', waitingScript, ...PROGRAM],
          env,
          stdio: ['pipe', 'ignore', 'ignore', code.descriptor],
        })
      : spawnDetached({
          executable: process.execPath,
          args: PROGRAM.slice(1),
          env,
          stdio: [code.descriptor, 'ignore', 'ignore', 'ignore', 'pipe'],
        });
  } finally {
    code.close();
  }
}

/** Where it can't be had, as on a full disk, turns wait for whoever looks at them next. */
function readyCode(): WatchdogCode | undefined {
  try {
    return openWatchdogCode();
  } catch {
    return undefined;
  }
}

/** The watchdog's program and all that it needs, in one file that is made after the compiler. */
const FILE = 'watchdog.cjs';

/** The code of a watchdog, which nobody can change any more. */
interface WatchdogCode {
  /** To be handed on to a process. */
  readonly descriptor: number;
  close(): void;
}

/**
 * Reads the code of the watchdog before there is an agent, into a file that has no name any more: what the
 * watchdog runs in the end is what was there in the beginning, whatever was done to our files meanwhile.
 */
function openWatchdogCode(): WatchdogCode {
  const code = readFileSync(builtFile(import.meta.url, FILE));
  const folder = runDirectoryOf(`watchdog-${randomBytes(8).toString('hex')}`);
  makeRunDirectory(folder);
  try {
    const path = `${folder}/${FILE}`;
    writeFileSync(path, code, { mode: 0o400, flag: 'wx' });
    const descriptor = openSync(path, 'r');
    return { descriptor, close: () => closeSync(descriptor) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The watchdog while there is nothing to do: it reads which turns begin (`+folder`) and end (`-folder`)
 * until its owner is gone, and only if some are open then it runs the program in its arguments with
 * their lines on descriptor 4. What the program runs comes from descriptor 3, and is its stdin. A shell starts in a fortieth of the time that Node takes, and keeps a fortieth of its
 * memory.
 *
 * Folders are written as JSON, in which no quote stands behind a plus: a line is never found inside
 * another.
 */
export const waitingScript = `trap '' INT TERM HUP
turns=
while IFS= read -r line; do
  turn="+\${line#?}
"
  case $line in
    +*) turns=$turns$turn ;;
    -*) case $turns in
      *"$turn"*) turns=\${turns%%"$turn"*}\${turns#*"$turn"} ;;
    esac ;;
  esac
done
[ -z "$turns" ] || printf %s "$turns" | "$0" "$@" 4<&0 <&3
`;
