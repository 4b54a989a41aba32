import { addUsageFigures, type DragomanEvent, type Redactor } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { ProcessExit } from '@dragoman/sandbox';
import { failureCode } from './failure-codes.js';
import type { StopCause, TurnEvidence } from './turn-evidence.js';

/** Collects what is known about how a turn went, while it goes. */
export interface EvidenceCollector {
  event(event: DragomanEvent): void;
  stderr(text: string): void;
  /** How many lines of its output nobody could read, in all. */
  unparsed(lines: number): void;
  started(): void;
  /** The first cause counts. */
  stopped(cause: StopCause, words?: string): void;
  exited(exit: ProcessExit): void;
  /** A stage of the turn, or its journal, has failed. The first failure counts; none after a stop. */
  failed(error: unknown): void;
  ownerLost(words?: string): void;
  evidence(): TurnEvidence;
}

interface EvidenceOptions {
  readonly command?: string;
  /** Whether it is a plain program and no agent. Default: false. */
  readonly isProgram?: boolean;
  /** False for an agent that never says that its turn is complete. Default: true. */
  readonly expectsTerminal?: boolean;
  readonly redactor?: Redactor;
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };
type Known = Mutable<TurnEvidence>;

const MOST_STDERR = 8 * 1024;

export function createEvidence(options: EvidenceOptions = {}): EvidenceCollector {
  const { isProgram = false, expectsTerminal = true, redactor } = options;
  const { command = isProgram ? 'The command' : 'The agent' } = options;
  const clean = (text: string) => redactor?.text(text) ?? text;
  const known: Known = {
    command,
    isProgram,
    expectsTerminal,
    started: false,
    stderrTail: '',
    unparsedLines: 0,
  };

  return {
    event: (event) => takeEvent(known, event),
    stderr(text) {
      if (known.stopped === undefined) takeStderr(known, text);
    },
    unparsed(lines) {
      known.unparsedLines = lines;
    },
    started() {
      known.started = true;
    },
    stopped(cause, words) {
      known.stopped ??= { cause, ...(words !== undefined && { words }) };
    },
    exited(exit) {
      known.exit = exit;
    },
    failed(error) {
      // What fails in a turn that is being stopped is what stopping does.
      if (known.stopped !== undefined && known.stopped.cause !== 'hang_after_end') return;
      const code = failureCode(error);
      known.failure ??= { message: errorMessage(error), ...(code !== undefined && { code }) };
    },
    ownerLost(words) {
      known.ownerLost = words === undefined ? {} : { words };
    },
    evidence: () => ({
      ...known,
      stderrTail: clean(known.stderrTail),
      ...(known.remark !== undefined && { remark: clean(known.remark) }),
      ...(known.problem && {
        problem: { ...known.problem, message: clean(known.problem.message) },
      }),
      ...(known.failure && {
        failure: { ...known.failure, message: clean(known.failure.message) },
      }),
    }),
  };
}

/** What an agent says about its turn while it is being stopped is about the stop. */
function takeEvent(known: Known, event: DragomanEvent): void {
  if (known.stopped !== undefined && event.type !== 'usage') return;
  switch (event.type) {
    case 'turn':
      takeTurn(known, event);
      return;
    case 'error':
      if (!event.fatal) known.remark = event.message;
      else known.problem = { message: event.message, ...(event.code && { code: event.code }) };
      return;
    case 'usage':
      known.usage = addUsageFigures(known.usage, event);
      return;
    case 'stderr':
      takeStderr(known, event.content);
  }
}

/** A failure counts for more than a completion, whichever came first, until another turn begins. */
function takeTurn(known: Known, event: Extract<DragomanEvent, { type: 'turn' }>): void {
  const { status, error, reason } = event;
  if (status !== 'aborted') delete known.remark;
  if (status === 'started') {
    if (known.said !== undefined) delete known.problem;
    delete known.said;
    return;
  }
  if (known.said !== 'failed') known.said = status;
  if (error !== undefined) {
    const code = error.type ?? known.problem?.code;
    known.problem = { message: error.message, ...(code !== undefined && { code }) };
  }
  if (status === 'aborted' && reason !== undefined) known.abortReason = reason;
}

function takeStderr(known: Known, text: string): void {
  known.stderrTail = (known.stderrTail + text).slice(-MOST_STDERR);
}
