import { DragomanError, type EndEvent, parseJson } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { defaultStateDirectory, ownerIsAlive } from '@dragoman/sandbox';
import { journalState } from '../journal/journal-state.js';
import { readJournal, readJournalLines } from '../journal/read-journal.js';
import { writtenAnswer } from '../tools/tool-answer.js';
import { type RecoveryOptions, recoverTurn } from '../watchdog/recover-turn.js';
import { type ControlRequest, REFUSED_INPUT, sendControlRequest } from './control-socket.js';
import { findTurn } from './find-turn.js';
import { endOf } from './list-turns.js';
import type { EventsOptions, Turn } from './turn.js';
import type { InputReceipt } from './turn-input.js';
import { readTurnRecordSync } from './turn-record.js';

export interface OpenTurnOptions extends RecoveryOptions {
  /** Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string;
}

/**
 * A turn that another process conducts, or conducted, by its id or its folder. Where its owner has
 * died, whoever reads it first gives it its end.
 */
export async function openTurn(idOrFolder: string, options: OpenTurnOptions = {}): Promise<Turn> {
  const { stateDirectory = defaultStateDirectory(), providers } = options;
  const { directory, record } = await findTurn(idOrFolder, stateDirectory);
  const onOwnerLost = async (): Promise<void> => {
    await recoverTurn(directory, { providers });
  };
  if (!ownerIsAlive(record.owner)) await onOwnerLost().catch(unlessUnknown);
  const events = (asked: EventsOptions = {}) => readJournal(directory, { ...asked, onOwnerLost });
  let outcome: Promise<EndEvent> | undefined;
  let { sessionId } = record;
  const ended = (): Promise<EndEvent> => {
    outcome ??= endWhenThere(directory, onOwnerLost);
    return outcome;
  };
  const ask = async (request: ControlRequest): Promise<void> => {
    if ((await sendControlRequest(record.runDirectory, request)) !== 'ok')
      await recoverTurn(directory, { providers });
    await ended();
  };
  return {
    id: record.id,
    directory,
    get sessionId() {
      sessionId ??= readTurnRecordSync(directory)?.sessionId;
      return sessionId;
    },
    events,
    lines: (asked = {}) => readJournalLines(directory, { ...asked, onOwnerLost }),
    usage: () => undefined,
    // Waited for only when somebody asks.
    get outcome() {
      return ended();
    },
    async answer(requestId, answer) {
      const request = { kind: 'answer', requestId, answer: writtenAnswer(answer) } as const;
      const receipt = await sendControlRequest(record.runDirectory, request);
      if (receipt === 'taken' || receipt === 'late') return receipt;
      if (receipt === undefined) await recoverTurn(directory, { providers });
      return (await wasRequested(directory, requestId)) ? 'late' : 'unknown';
    },
    async input(text) {
      const receipt = await sendControlRequest(record.runDirectory, { kind: 'input', text });
      if (receipt === undefined) await recoverTurn(directory, { providers });
      return inputReceiptOf(receipt ?? 'late');
    },
    cancel: (reason) => ask({ kind: 'cancel', ...(reason !== undefined && { reason }) }),
    kill: () => ask({ kind: 'kill' }),
  };
}

/** What is there can be read, though nobody here can give the turn its end. Who waits for that learns why. */
function unlessUnknown(error: unknown): void {
  if (errorCode(error) !== 'sandbox_unknown') throw error;
}

const RECEIPTS: readonly InputReceipt[] = ['taken', 'late', 'busy', 'unsupported'];

/** What an owner of an earlier version doesn't know, its turn doesn't take. */
function inputReceiptOf(word: string): InputReceipt {
  const known = RECEIPTS.find((receipt) => receipt === word);
  if (known !== undefined || !word.startsWith(REFUSED_INPUT)) return known ?? 'unsupported';
  const words = parseJson(word.slice(REFUSED_INPUT.length));
  throw new DragomanError('invalid_request', words.ok ? String(words.value) : word);
}

/** Whether a turn that nobody conducts any more had made a request. */
async function wasRequested(directory: string, requestId: string): Promise<boolean> {
  for await (const event of readJournal(directory, { follow: false })) {
    if ('requestId' in event && event.requestId === requestId) return true;
  }
  return false;
}

async function endWhenThere(
  directory: string,
  onOwnerLost: () => Promise<void>,
): Promise<EndEvent> {
  const end = endOf(directory);
  if (end !== undefined) return end;
  // With the last line that is there: should it be an end that can't be read, there is none to come.
  const { lastSeq, isSure } = journalState(directory);
  const after = isSure ? Math.max(0, lastSeq - 1) : 0;
  for await (const event of readJournal(directory, { after, onOwnerLost })) {
    if (event.type === 'end') return event;
  }
  throw new DragomanError('turn_lost', `The journal in ${directory} stopped without an end.`);
}
