import { isJobName, jobs } from './jobs.js';
import type { SessionFolder } from './session-folder.js';

const SAMPLE_EVERY_MS = 2;

process.once('message', async ({ job, folder }: { job: unknown; folder: SessionFolder }) => {
  if (!isJobName(job)) throw new Error(`no job ${job}`);
  // What the system itself keeps as the peak begins with that of the process this one was forked from.
  let peak = 0;
  const sample = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const sampling = setInterval(sample, SAMPLE_EVERY_MS);
  await jobs[job](folder);
  sample();
  clearInterval(sampling);
  process.send?.(peak / 1e6);
  process.disconnect();
});
