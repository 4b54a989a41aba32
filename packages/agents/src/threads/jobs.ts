import { readUnitOnce } from '../usage/read-units.js';

/** What other threads can do. What goes to them and comes back is copied. */
export const jobs = {
  readUnit: readUnitOnce,
};

export type JobName = keyof typeof jobs;
export type JobTask<Name extends JobName> = Parameters<(typeof jobs)[Name]>[0];
export type JobResult<Name extends JobName> = Awaited<ReturnType<(typeof jobs)[Name]>>;
