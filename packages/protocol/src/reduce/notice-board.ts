import type { CompactionEvent, ErrorEvent, TurnEvent } from '../event/turn-events.js';
import type { NoticeKind } from '../message/content-block.js';
import type { MessageLog } from './message-log.js';
import type { TranscriptError } from './transcript.js';

export interface NoticeBoard {
  /** Another turn begins: what it reports is news, whatever the last one said. */
  beginTurn(): void;
  turn(event: TurnEvent): void;
  error(event: ErrorEvent): void;
  compaction(event: CompactionEvent): void;
  errors(): TranscriptError[];
}

/**
 * What happened to the conversation, as messages nobody in it said. An agent that reports one
 * failure both as an error and as the failure of the turn gets one notice for it.
 */
export function createNoticeBoard(log: MessageLog): NoticeBoard {
  const errors: TranscriptError[] = [];
  /** Fatal ones only: a warning of the same words is not the failure. */
  const errorsOfTurn = new Set<string>();
  let turnFailure: string | undefined;

  const post = (
    event: TurnEvent | ErrorEvent | CompactionEvent,
    kind: NoticeKind,
    text: string,
  ) => {
    const content = () => [{ type: 'notice' as const, kind, text }];
    log.begin({ kind: `notice:${kind}`, role: 'system', event, content, opening: text });
  };

  const fail = (event: TurnEvent): void => {
    const message = event.error?.message ?? 'The turn failed.';
    turnFailure = message;
    if (errorsOfTurn.has(message)) return;
    const code = event.error?.type;
    errors.push({ message, fatal: true, ...(code !== undefined && { code }) });
    post(event, 'error', message);
  };

  const abort = (event: TurnEvent): void => {
    const kind = event.reason === 'interrupted' ? 'interrupted' : 'aborted';
    post(event, kind, event.error?.message ?? event.reason ?? 'The turn was aborted.');
  };

  return {
    beginTurn() {
      errorsOfTurn.clear();
      turnFailure = undefined;
    },
    turn(event) {
      if (event.status === 'failed') fail(event);
      else if (event.status === 'aborted') abort(event);
    },
    error(event) {
      const { message, fatal, code } = event;
      if (message === turnFailure) return;
      if (fatal) errorsOfTurn.add(message);
      errors.push({ message, fatal, ...(code !== undefined && { code }) });
      post(event, fatal ? 'error' : 'warning', message);
    },
    compaction(event) {
      post(event, 'compacted', event.summary ?? '');
    },
    errors: () => [...errors],
  };
}
