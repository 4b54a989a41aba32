import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import { openArtifact, openTurn, recoverTurn, type Turn } from '@dragoman/runtime';
import {
  journalState,
  readHead,
  readJournalBatches,
  readTurnRecord,
} from '@dragoman/runtime/internal';
import { ownerIsAlive } from '@dragoman/sandbox';
import { refusal } from '../errors/refusal.js';
import { createStatusFold } from './status-fold.js';
import type { LinesOptions, StoredTurn, TurnEntry, TurnStatus } from './turn-store.js';

export interface FileTurnOptions {
  readonly entry: TurnEntry;
  /** Where its journal is. */
  readonly directory: string;
  /** The turn itself, where this process conducts it. */
  readonly turn?: Turn | undefined;
}

/** A turn whose journal is a folder of this machine, whoever conducts it. */
export function createFileTurn({ entry, directory, turn }: FileTurnOptions): StoredTurn {
  let own = turn;
  /** Once it has ended nothing changes any more. */
  let final: TurnStatus | undefined;
  let reading: Promise<TurnStatus> | undefined;
  const fold = createStatusFold();
  // What conducted the turn is let go of with its end.
  void turn?.outcome.finally(() => {
    own = undefined;
  });

  const opened = async (): Promise<Turn> => own ?? (await openTurn(directory));
  const onOwnerLost = () => recoverTurn(directory);

  async function* batches({ after = 0, signal }: LinesOptions) {
    await checkCursor(directory, after);
    yield* readJournalBatches(directory, { after, signal, onOwnerLost });
  }

  const readOn = async (): Promise<TurnStatus> => {
    // Gives a turn its end whose owner has died.
    if (own === undefined) await opened();
    final = fold.lastSeq === 0 ? await statusAtEnd(directory) : undefined;
    if (final !== undefined) return final;
    const options = { after: fold.lastSeq, follow: false };
    for await (const { lines } of readJournalBatches(directory, options)) fold.push(lines);
    const status = fold.status();
    const known = { ...status, sessionId: status.sessionId ?? own?.sessionId };
    if (known.end !== undefined) final = known;
    return known;
  };

  /** One that begins has its record before its journal; one that is being removed has lost that first. */
  const withoutJournal = async (error: unknown): Promise<TurnStatus> => {
    if (errorCode(error) !== 'journal_missing') throw error;
    const record = await readTurnRecord(directory);
    if (record === undefined) throw gone(error);
    if (record.end !== undefined || !ownerIsAlive(record.owner)) throw error;
    return { ...fold.status(), sessionId: record.sessionId };
  };

  return {
    entry,
    status() {
      if (final !== undefined) return Promise.resolve(final);
      reading ??= readOn()
        .catch(withoutJournal)
        .finally(() => {
          reading = undefined;
        });
      return reading;
    },
    async *lines(options) {
      for await (const { lines } of batches(options)) {
        for (const line of lines) {
          yield line;
          if (options.signal.aborted) return;
        }
      }
    },
    batches,
    checkCursor: (after) => checkCursor(directory, after),
    artifact: (path, from) => openArtifact(directory, path, from),
    answer: async (requestId, answer) => (await opened()).answer(requestId, answer),
    cancel: async (reason) => (await opened()).cancel(reason),
    input: async (text) => giveInput(await opened(), text),
  };
}

/** The status of a turn that has ended, by a look at its last line and its record. */
async function statusAtEnd(directory: string): Promise<TurnStatus | undefined> {
  const { end, lastSeq } = journalState(directory);
  if (end === undefined) return undefined;
  const sessionId = (await readTurnRecord(directory))?.sessionId;
  const usage = end.usage ?? undefined;
  return { state: end.status, sessionId, lastSeq, requests: [], usage, end };
}

async function checkCursor(directory: string, after: number): Promise<void> {
  const { lastSeq } = journalState(directory);
  if (after > lastSeq) {
    throw refusal(
      'cursor_beyond_end',
      `The turn has ${lastSeq} events so far; there is nothing after ${after} yet. Read it from a number it has.`,
    );
  }
  const first = await firstSeq(directory);
  if (first === undefined || first <= after + 1) return;
  throw refusal(
    'cursor_expired',
    `The events after ${after} are gone; the first that is left is ${first}. Read on with after=${first - 1}.`,
    { first_seq: first },
  );
}

const HEAD_BYTES = 1024;

/** The number of the first event that is there, if its line can be read. */
async function firstSeq(directory: string): Promise<number | undefined> {
  const file = await openEvents(directory);
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(bytes, 0, HEAD_BYTES, 0);
    return readHead(bytes.toString('utf8', 0, bytesRead))?.seq;
  } finally {
    await file.close();
  }
}

async function openEvents(directory: string): Promise<FileHandle> {
  try {
    return await open(join(directory, 'events.ndjson'), 'r');
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw cause;
    throw gone(cause);
  }
}

function gone(cause: unknown): DragomanError {
  return new DragomanError('turn_unknown', 'The turn is gone.', { cause });
}

async function giveInput(turn: Turn, text: string): Promise<void> {
  const receipt = await turn.input(text).catch((cause: unknown) => {
    // What is wrong with a text is for the client that sent it.
    if (errorCode(cause) !== 'invalid_request') throw cause;
    throw refusal('invalid_request', errorMessage(cause));
  });
  switch (receipt) {
    case 'taken':
      return;
    case 'late':
      throw refusal('turn_over', 'The agent is done: begin another turn in its conversation.');
    case 'busy':
      throw refusal(
        'input_busy',
        'The agent has not read what it was given before: try again when it has.',
      );
    case 'unsupported':
      throw refusal(
        'input_unsupported',
        'This turn takes no more input: it was not begun with `accepts_input`, which not every agent can. Wait for its end, or cancel it, and begin another in its conversation.',
      );
  }
}
