import { DragomanError } from '@dragoman/protocol';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { findRun } from './find-run.js';

/** `dragoman runs stop`: interrupts a run, or ends one of its tasks. */
export async function stopRun(
  wanted: string,
  task: string | undefined,
  terminal: Terminal,
): Promise<ExitCode> {
  const run = await findRun(wanted);
  if (task !== undefined) return stopTask(run, task, terminal);
  if (!(await run.stop('It was stopped from another terminal.'))) throw notRunning(run.id);
  for await (const _event of run.events({ follow: true, after: run.state.lastSeq })) {
    // What happens until its process has let go of it.
  }
  const { id, state } = await findRun(run.id);
  terminal.say(
    state.completed === undefined
      ? `dragoman: ${id} is stopped. To go on: dragoman runs resume ${id}`
      : `dragoman: ${id} had come to its end before it could be stopped: ${state.completed.status}.`,
  );
  return EXIT.success;
}

async function stopTask(
  run: Awaited<ReturnType<typeof findRun>>,
  task: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const answer = await run.cancel(task);
  if (answer === undefined) throw notRunning(run.id);
  if (answer === 'unknown') {
    throw new DragomanError(
      'task_unknown',
      `No task ${JSON.stringify(task)} is at work in ${run.id}.`,
    );
  }
  terminal.say(`dragoman: ${task} is being ended.`);
  return EXIT.success;
}

function notRunning(id: string): DragomanError {
  return new DragomanError('run_not_running', `Nobody conducts ${id}: there is nothing to stop.`);
}
