import { join } from 'node:path';
import { type EndEvent, parseEvent } from '@dragoman/protocol';
import {
  isProcessOwner,
  type ProcessOwner,
  readJsonFile,
  readJsonFileSync,
  writeJsonFile,
} from '@dragoman/sandbox';
import { z } from 'zod';

/** What anybody must know of a turn to find it, to follow it, and to clean up after it. */
const turnRecord = z.object({
  id: z.string(),
  /** What the caller noted of it. */
  labels: z.record(z.string(), z.string()).optional(),
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
  /** The kind of its sandbox. */
  sandbox: z.string(),
  sandboxId: z.string().optional(),
  /** Whether the sandbox is of a provider of the caller, which may be another than is known by its kind. */
  providerIsGiven: z.boolean().optional(),
  /** Whether the agent could change nothing in the workspace. */
  workspaceIsReadOnly: z.boolean().optional(),
  /** Folders of Dragoman, by their real paths, that the agent must not see, wherever it works. */
  hidden: z.array(z.string()).optional(),
  /** Folders beside the workspace that the agent could write to, by their real paths. */
  mounts: z.array(z.string()).optional(),
  /** The data of the workspace's repository, where that is outside the workspace. */
  stores: z.array(z.string()).optional(),
  /** Whether all that is run later was read-only to the agent. */
  hasWalls: z.boolean().optional(),
  sessionId: z.string().optional(),
  /** Its end, once that is in the journal: it is restored from here, should the journal lose it. */
  end: z.custom<NumberedEnd>(isNumberedEnd).optional(),
});

/** An `end` and its number in the journal. */
export type NumberedEnd = EndEvent & { readonly seq: number };

function isNumberedEnd(value: unknown): value is NumberedEnd {
  const parsed = parseEvent(value);
  return parsed.ok && parsed.event.type === 'end' && isJournaledNumber(parsed.event.seq);
}

function isJournaledNumber(seq: unknown): boolean {
  return typeof seq === 'number' && Number.isSafeInteger(seq) && seq > 0;
}

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
