import { join } from 'node:path';
import {
  isProcessOwner,
  type ProcessOwner,
  readJsonFile,
  readJsonFileSync,
  sandboxKinds,
  writeJsonFile,
} from '@dragoman/sandbox';
import { z } from 'zod';

/** What anybody must know of a turn to find it, to follow it, and to clean up after it. */
const turnRecord = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** The process that conducts it. */
  owner: z.custom<ProcessOwner>(isProcessOwner),
  agent: z.string().optional(),
  version: z.string().optional(),
  workspace: z.string(),
  stateDirectory: z.string(),
  /** For sockets, whose paths must be short. */
  runDirectory: z.string(),
  home: z.string(),
  /** Whether the HOME was made for this turn. Without a session to keep, it goes with the turn. */
  homeIsNew: z.boolean(),
  sandbox: z.enum(sandboxKinds),
  sandboxId: z.string().optional(),
  sessionId: z.string().optional(),
});

export type TurnRecord = z.infer<typeof turnRecord>;

const FILE_NAME = 'turn.json';

export function writeTurnRecord(directory: string, record: TurnRecord): void {
  writeJsonFile(join(directory, FILE_NAME), record);
}

/** `undefined` where there is none. */
export function readTurnRecord(directory: string): Promise<TurnRecord | undefined> {
  return readJsonFile(join(directory, FILE_NAME), isTurnRecord);
}

/** The same for who can't wait. */
export function readTurnRecordSync(directory: string): TurnRecord | undefined {
  return readJsonFileSync(join(directory, FILE_NAME), isTurnRecord);
}

function isTurnRecord(value: unknown): value is TurnRecord {
  return turnRecord.safeParse(value).success;
}
