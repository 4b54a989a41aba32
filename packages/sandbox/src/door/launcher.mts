/**
 * The first program in a sandbox: `node launcher.mjs <control socket>`. It opens the doors, starts the
 * command with its own stdin, stdout and stderr, passes signals on to everything in the sandbox, and
 * reports to the owner how the command ended. When the owner is gone, it ends everything.
 *
 * It runs where nothing of Dragoman is installed, so it imports nothing but Node.
 */
import { spawn } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import type { Order, Report, StartOrder } from './control-messages.mjs';
import { giveUpFirst, memoryKills } from './memory-kills.mjs';
import { openDoor } from './open-door.mjs';

/** What the launcher's own exit says when it could not do its work. The owner reads reports. */
const LAUNCHER_FAILED = 125;

let mayEndAll = false;

const control = connect({ path: process.argv[2] ?? '' });
control.once('error', leave);
control.once('close', leave);
createInterface({ input: control }).on('line', (line) => {
  // Only the owner writes here, and it writes nothing else.
  const order: Order = JSON.parse(line);
  if (order.type === 'signal') signalAll(order.name);
  else launch(order).catch((error: unknown) => fail(error));
});

async function launch(order: StartOrder): Promise<void> {
  if (readlinkSync('/proc/self/ns/pid') === order.pidNamespace) {
    throw new Error('the launcher was started outside a sandbox');
  }
  mayEndAll = true;
  const killsBefore = memoryKills();
  await Promise.all(order.doors.map((door) => openDoor(door)));
  report({ type: 'ready' });
  const command = spawn(order.executable, order.args, {
    env: order.env,
    cwd: order.cwd,
    stdio: 'inherit',
    // A command that signals its own group must not hit the launcher.
    detached: true,
  });
  command.once('error', fail);
  if (command.pid !== undefined) {
    giveUpFirst(command.pid);
    report({ type: 'started', pid: command.pid });
  }
  command.once('exit', (exitCode, signal) => {
    const kills = memoryKills() - killsBefore;
    report({ type: 'exit', exitCode, signal, memoryKills: kills }, () =>
      process.exit(statusOf(exitCode, signal)),
    );
  });
}

function fail(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  report({ type: 'failed', code, message }, () => process.exit(LAUNCHER_FAILED));
}

function report(message: Report, andThen?: () => void): void {
  control.write(`${JSON.stringify(message)}\n`, andThen);
}

/** As a shell puts it. */
function statusOf(exitCode: number | null, signal: NodeJS.Signals | null): number {
  return exitCode ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * To every process in the namespace but the first one and this one: that is what the system does with
 * -1. Outside its own namespace the launcher never comes here.
 */
function signalAll(name: NodeJS.Signals): void {
  if (!mayEndAll) return;
  try {
    process.kill(-1, name);
  } catch {
    // There is nobody left.
  }
}

function leave(): void {
  signalAll('SIGKILL');
  process.exit(LAUNCHER_FAILED);
}
