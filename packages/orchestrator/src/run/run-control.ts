import { rm } from 'node:fs/promises';
import { listenForControlRequests, sendControlRequest } from '@dragoman/runtime/internal';
import { makeRunDirectory, runDirectoryOf } from '@dragoman/sandbox';

export interface RunControl {
  stop(reason: string | undefined): void;
  /** Says whether there was such a task at work. */
  cancel(key: string): boolean;
}

/** Lets other processes of this user stop a run and end its tasks. */
export async function listenForRun(id: string, control: RunControl): Promise<() => Promise<void>> {
  const directory = runDirectoryOf(id);
  // What an owner that died has left there.
  await rm(directory, { recursive: true, force: true });
  makeRunDirectory(directory);
  const close = await listenForControlRequests(directory, (request) => {
    if (request.kind === 'cancel') {
      control.stop(request.reason);
      return 'ok';
    }
    if (request.kind !== 'cancel_task') return 'no';
    return control.cancel(request.key) ? 'ok' : 'unknown';
  });
  return async () => {
    close();
    await rm(directory, { recursive: true, force: true });
  };
}

/** Whether there was a process that conducts the run and heard it. */
export async function askToStop(id: string, reason?: string): Promise<boolean> {
  const request = { kind: 'cancel' as const, ...(reason !== undefined && { reason }) };
  return (await sendControlRequest(runDirectoryOf(id), request)) === 'ok';
}

/** `unknown`: no such task is at work. Undefined: nobody conducts the run. */
export async function askToCancel(id: string, key: string): Promise<'ok' | 'unknown' | undefined> {
  const answer = await sendControlRequest(runDirectoryOf(id), { kind: 'cancel_task', key });
  return answer === 'ok' || answer === undefined ? answer : 'unknown';
}
