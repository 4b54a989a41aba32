import { join } from 'node:path';
import { permissions } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { networkModes, readJsonFile, writeJsonFile } from '@dragoman/sandbox';
import { z } from 'zod';

/**
 * What this machine must know of a run to go on with it, and what is nobody else's business: paths. What
 * happened is in the log alone.
 */
const runRecord = z.object({
  id: z.string(),
  repository: z.string(),
  /** The branch that its base was. */
  baseBranch: z.string().optional(),
  /** As they were given. In the log, which is shown, what looks like a secret is left out. */
  prompt: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  agent: z.string(),
  model: z.string().optional(),
  otherAgents: z.array(z.string()),
  settings: z.object({
    /** The kind. A provider of the caller must be given again. */
    sandbox: z.string().optional(),
    image: z.string().optional(),
    network: z.enum(networkModes).optional(),
    allowHosts: z.array(z.string()).optional(),
    permission: z.enum(permissions).optional(),
    sandboxLimits: z.record(z.string(), z.number()).optional(),
    limits: z.record(z.string(), z.number()).optional(),
    parallel: z.number().optional(),
  }),
});

export type RunRecord = z.infer<typeof runRecord>;

const FILE_NAME = 'run.json';

export function writeRunRecord(directory: string, record: RunRecord): void {
  writeJsonFile(join(directory, FILE_NAME), record);
}

/** Rejects with `run_unknown` where there is none. */
export async function readRunRecord(directory: string, id: string): Promise<RunRecord> {
  const isRecord = (value: unknown): value is RunRecord => runRecord.safeParse(value).success;
  const record = await readJsonFile(join(directory, FILE_NAME), isRecord);
  if (record !== undefined) return record;
  throw new DragomanError(
    'run_unknown',
    `There is no run ${id}: \`dragoman runs list\` shows those that there are.`,
  );
}
