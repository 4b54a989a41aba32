import { DragomanError } from '@dragoman/protocol';

/** What a turn may take. Times are in milliseconds; `Infinity` is no limit. */
export interface TurnLimits {
  /** From its start until it is first heard. Default: two minutes. */
  readonly neverStartedMs?: number;
  /** Between one time it is heard and the next. Default: ten minutes. */
  readonly idleMs?: number;
  /** In all, but for the time in which it waits for tools of the caller. Default: an hour. */
  readonly wallMs?: number;
  /**
   * In all, whatever it waits for. A command in the sandbox can keep calls of the caller's tools open
   * without a gap, so that `wallMs` never comes nearer; this comes all the same. Default: three times
   * `wallMs`, and at least an hour more than it, because people answer, too.
   */
  readonly totalMs?: number;
  /** From when it has said that it is done, and was last heard, until it is gone. Default: a minute. */
  readonly hangAfterEndMs?: number;
  /** How large the journal may become. A turn that reaches it is stopped. Default: 1 GiB. */
  readonly journalBytes?: number;
  /**
   * How many events are read a second, once many were read at once. An agent that writes more has to
   * wait, and nothing is lost. Default: 5,000.
   */
  readonly eventsPerSecond?: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** All limits of a turn: those that are given, and the defaults of the others. */
export function turnLimitsOf({
  neverStartedMs = 2 * MINUTE_MS,
  idleMs = 10 * MINUTE_MS,
  wallMs = HOUR_MS,
  totalMs = Math.max(3 * wallMs, wallMs + HOUR_MS),
  hangAfterEndMs = MINUTE_MS,
  journalBytes = 1024 ** 3,
  eventsPerSecond = 5000,
}: TurnLimits = {}): Required<TurnLimits> {
  return {
    neverStartedMs,
    idleMs,
    wallMs,
    totalMs,
    hangAfterEndMs,
    journalBytes,
    eventsPerSecond,
  };
}

/** Refuses limits that are no amounts, with the code `invalid_request`. */
export function checkLimits(limits: TurnLimits = {}): void {
  for (const [name, amount] of Object.entries(limits)) {
    if (amount === undefined || amount > 0) continue;
    throw new DragomanError(
      'invalid_request',
      `${name} is ${amount}: a limit is a number of ${unitOf(name)}, more than 0, or Infinity.`,
    );
  }
}

function unitOf(name: string): string {
  if (name.endsWith('Ms')) return 'milliseconds';
  return name.endsWith('Bytes') ? 'bytes' : 'events a second';
}
