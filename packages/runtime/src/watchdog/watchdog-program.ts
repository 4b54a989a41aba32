/**
 * The watchdog at work: its owner is gone, or about to be, and descriptor 4 has a line (`+folder`) for each
 * of its turns that are still open. They are ended here. Where no shell can wait for that, it begins with
 * the first turn and descriptor 4 is the pipe from the owner, with a line for each turn that ends
 * (`-folder`), too.
 *
 * It is given to Node as one text, on stdin (`watchdog.ts`): it is put into one file with all that it
 * needs, and finds nothing beside itself.
 */
import { createReadStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { recoverTurn, removeUnrecorded } from './recover-turn.js';
import { removeLate } from './remove-late.js';

const LINES = 4;

/** The pipe closes a moment before the owner is gone for good. */
const PATIENCE_MS = 10_000;
const POLL_MS = 20;

const open = new Set<string>();

async function readTurns(): Promise<void> {
  let rest = '';
  for await (const chunk of createReadStream('', { fd: LINES, encoding: 'utf8' })) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) note(line);
  }
}

function note(line: string): void {
  const directory: unknown = JSON.parse(line.slice(1));
  if (typeof directory !== 'string') return;
  if (line.startsWith('+')) open.add(directory);
  else open.delete(directory);
}

async function recover(directory: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let recovery = await recoverTurn(directory);
  while (recovery === 'owned' && performance.now() < deadline) {
    await delay(POLL_MS);
    recovery = await recoverTurn(directory);
  }
  if (recovery === 'missing') await removeUnrecorded(directory);
  // It has its end, and its owner was still waiting for a start that it had given up.
  if (recovery === 'ended') await removeLate(directory);
}

// The signals of a terminal are for the owner. What it does about them shows on the pipe.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

void keep();

async function keep(): Promise<void> {
  await readTurns();
  const recoveries = await Promise.allSettled([...open].map(recover));
  process.exitCode = recoveries.some(({ status }) => status === 'rejected') ? 1 : 0;
}
