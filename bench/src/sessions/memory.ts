import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Measurement } from '../benchmark.js';
import type { JobName } from './jobs.js';
import type { SessionFolder } from './session-folder.js';

/** The most memory a job takes, in a separate process, so that RSS counts nothing else. */
export async function memoryOf(
  job: JobName,
  folder: SessionFolder,
  name: string,
): Promise<Measurement> {
  const child = fork(fileURLToPath(new URL('./memory-child.js', import.meta.url)));
  const ended = once(child, 'exit');
  child.send({ job, folder });
  const [megabytes] = await Promise.race([once(child, 'message'), ended.then(() => [Number.NaN])]);
  await ended;
  return {
    name: `RSS at most while ${name}`,
    value: Number(megabytes),
    unit: 'MB',
    bar: 150,
    detail: `${folder.paths.length} files, one process`,
  };
}
