import type { EventQueue } from '../../interpret/event-queue.js';
import { stamped } from '../../interpret/stamped.js';
import type { ToolOutput } from '../tools.js';
import { dropOldest } from './drop-oldest.js';
import type { OpenCall } from './open-call.js';
import type { ResolvedCall } from './resolved-call.js';

/** Commands that go on while the model does something else. Each runs as a session of its own number. */
export interface BackgroundCommands {
  /** The command of a call goes on; this is what it has printed so far. */
  start(call: OpenCall, session: number, answer: ToolOutput, ts: string | undefined): void;
  /**
   * An answer to `write_stdin` goes on with what its command printed, and may tell its end: then the
   * command, and the answer it would have got at once.
   */
  continue(writer: OpenCall, answer: ToolOutput, ts: string | undefined): EndedCommand | undefined;
  forget(call: OpenCall): void;
}

export interface EndedCommand {
  readonly call: OpenCall;
  readonly answer: ToolOutput;
}

/** A command that Codex itself put an end to. */
const KILLED_EXIT_CODE = -1;

export function createBackgroundCommands(queue: EventQueue): BackgroundCommands {
  const running = new Map<number, OpenCall>();

  const printMore = (call: OpenCall, { output }: ToolOutput, ts: string | undefined): void => {
    if (typeof output !== 'string') return;
    call.printed = (call.printed ?? '') + output;
    if (output === '') return;
    queue.emit(stamped({ type: 'tool_output', tool_id: call.id, content: output }, ts));
  };

  return {
    start(call, session, answer, ts) {
      call.runsAs = session;
      running.set(session, call);
      dropOldest(running);
      printMore(call, answer, ts);
    },
    continue(writer, answer, ts) {
      const call = writer.session === undefined ? undefined : running.get(writer.session);
      if (call === undefined || answer.error !== undefined) return undefined;
      printMore(call, answer, ts);
      if (answer.exitCode === undefined) return undefined;
      // How long the last piece took says nothing of the whole.
      const { durationMs: _, ...end } = answer;
      return { call, answer: { ...end, output: call.printed ?? '' } };
    },
    forget({ runsAs }) {
      if (runsAs !== undefined) running.delete(runsAs);
    },
  };
}

/**
 * How a command ended that ran in the background. One that still ran when Codex ended was stopped,
 * which is no failure of its own; 0.150 then leaves out what it had printed.
 */
export function endOfCommand(finding: ResolvedCall, printed: string | undefined): ResolvedCall {
  const wasStopped = finding.exitCode === KILLED_EXIT_CODE;
  return {
    ...finding,
    ...(finding.output === '' && printed !== undefined && { output: printed }),
    ...(wasStopped && { error: { message: 'stopped while it was running', type: 'cancelled' } }),
  };
}
