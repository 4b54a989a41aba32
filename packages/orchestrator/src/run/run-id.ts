import { randomBytes } from 'node:crypto';
import { DragomanError } from '@dragoman/protocol';

const RUN_ID = /^run_\d{8}_\d{6}_[0-9a-f]{8}$/;

/** The id of a run that is to be, such as `run_20260711_093000_1f0c22aa`. The time is in UTC. */
export function newRunId(now = new Date()): string {
  const [date = '', time = ''] = now.toISOString().replace(/[-:]/g, '').split(/[T.]/);
  return `run_${date}_${time}_${randomBytes(4).toString('hex')}`;
}

/** Whether a text can be the id of a run: what it names is then no path. */
export function isRunId(text: string): boolean {
  return RUN_ID.test(text);
}

/** Refuses what can't be the id of a run, with the code `invalid_request`. */
export function checkRunId(id: string): void {
  if (isRunId(id)) return;
  throw new DragomanError(
    'invalid_request',
    `${JSON.stringify(id.slice(0, 80))} can't be the id of a run: \`dragoman runs list\` shows them.`,
  );
}
