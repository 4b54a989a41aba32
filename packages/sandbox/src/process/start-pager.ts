import { DragomanError } from '@dragoman/protocol';
import { findProgram } from './find-program.js';
import { spawnChild } from './spawn-child.js';

/** A program with which a person reads what is written to it. It has the terminal of this process. */
export interface Pager {
  /** Resolves when it takes more; false once the person has left it. */
  write(text: string): Promise<boolean>;
  /** Resolves when the person has left it. */
  end(): Promise<void>;
}

const DEFAULT_PAGER = 'less -FRX';
/** What a shell would do something with: no shell runs here. */
const SHELL_SYNTAX = /["'`$&|;<>()*?\\\n]/;

/**
 * Starts the pager that the user's `PAGER` names, with its options. It is looked for in the folders of the
 * system, or is an absolute path; an agent could not have written it. Nothing, where the user wants none
 * (`PAGER=`, `PAGER=cat`) or there is none.
 */
export async function startPager(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Pager | undefined> {
  const words = (environment.PAGER ?? DEFAULT_PAGER).trim();
  const [name = '', ...args] = words.split(/\s+/);
  if (name === '' || name === 'cat' || SHELL_SYNTAX.test(words)) return undefined;
  const executable = await findPager(name);
  if (executable === undefined) return undefined;
  const env = { ...environment, LESS: environment.LESS ?? 'FRX', LV: environment.LV ?? '-c' };
  const { child, begun } = spawnChild(executable, args, {
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await begun;
  const { stdin } = child;
  if (stdin === null) return undefined;
  let isGone = false;
  // A person who leaves before the end of the text has read enough.
  stdin.on('error', () => {
    isGone = true;
  });
  return {
    async write(text) {
      if (isGone || child.exitCode !== null) return false;
      if (!stdin.write(text)) {
        await Promise.race([ended, new Promise((resolve) => stdin.once('drain', resolve))]);
      }
      return !isGone;
    },
    async end() {
      stdin.end();
      await ended;
    },
  };
}

async function findPager(name: string): Promise<string | undefined> {
  if (name.startsWith('/')) return findProgram('pager', { path: name, environment: {} });
  if (name.includes('/')) {
    throw new DragomanError(
      'program_missing',
      `PAGER says ${name}: give its name or its absolute path, or turn it off with --no-pager.`,
    );
  }
  return findProgram(name, { environment: {} });
}
