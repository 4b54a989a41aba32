import type { EndEvent } from '@dragoman/protocol';
import type { LooseEvent } from '@dragoman/protocol/internal';

/** Writes the journal of a turn, or the log of a run. There is never more than one. */
export interface JournalWriter {
  readonly directory: string;
  readonly lastSeq: number;
  readonly ended: boolean;
  /**
   * Writes events, all or none of them, before any reader hears of them. Throws `journal_ended`,
   * `journal_closed`, `journal_disk_full`, `journal_unwritable` or `invalid_event`.
   */
  append(events: LooseEvent | readonly LooseEvent[]): void;
  /**
   * Writes an event as it is, unredacted: who is asked for something must be asked for what was
   * meant. Whether it holds a secret has been looked at before. Throws `journal_limit`, too: an event
   * that somebody has to answer isn't left out in silence.
   */
  appendPlain(event: LooseEvent): void;
  /**
   * Writes what was held back of texts, what else there is to say, and then the one `end`, also on a
   * full disk and beyond the limit; and closes.
   */
  appendEnd(end: Omit<EndEvent, 'type'>, last?: readonly LooseEvent[]): EndEvent;
  /**
   * Writes the last words of a log that has no `end` and may go on later, also on a full disk; and closes.
   */
  appendLast(events: LooseEvent | readonly LooseEvent[]): void;
  /**
   * Resolves once all that was written is on the disk, also after a loss of power. For what others rely
   * on from then on. Rejects with `journal_unwritable` or `journal_disk_full` where that can't be had, and
   * with `journal_closed`.
   */
  sync(): Promise<void>;
  /** Numbers up to this are those of events that were lost. What is written next comes after them. */
  skipTo(seq: number): void;
  /** Lets another have it. An open journal is for its owner to end. */
  close(): void;
}
