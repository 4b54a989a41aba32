import type { Emitter } from '../../interpret/emitter.js';
import type { ToolOutput } from '../tools/output.js';
import type { OpenCall } from './open-call.js';
import type { ResolvedCall } from './resolved-call.js';

/** Commands that continue while the model does something else. Each runs as a numbered session. */
export interface BackgroundCommands {
  /** The command of a call continues; this is what it has printed so far. */
  start(call: OpenCall, session: number, answer: ToolOutput): void;
  /**
   * An answer to `write_stdin` has more of what its command printed, and may say that it ended: then
   * the command, and the answer it would have got at once.
   */
  continue(writer: OpenCall, answer: ToolOutput): EndedCommand | undefined;
  forget(call: OpenCall): void;
}

export interface EndedCommand {
  readonly call: OpenCall;
  readonly answer: ToolOutput;
}

/** A command that Codex ended. */
const KILLED_EXIT_CODE = -1;

export function createBackgroundCommands(emitter: Emitter): BackgroundCommands {
  const running = new Map<number, OpenCall>();

  const printMore = (call: OpenCall, { output }: ToolOutput): void => {
    if (typeof output !== 'string') return;
    call.printed = (call.printed ?? '') + output;
    if (output !== '') emitter.emit({ type: 'tool_output', tool_id: call.id, content: output });
  };

  return {
    start(call, session, answer) {
      call.runsAs = session;
      running.set(session, call);
      dropOldest(running);
      printMore(call, answer);
    },
    continue(writer, answer) {
      const call = writer.session === undefined ? undefined : running.get(writer.session);
      if (call === undefined || answer.error !== undefined) return undefined;
      printMore(call, answer);
      if (answer.exitCode === undefined) return undefined;
      // How long the last piece took is not how long the command took.
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
 * and did not fail; 0.150 then leaves out what it had printed.
 */
export function endOfCommand(resolved: ResolvedCall, printed: string | undefined): ResolvedCall {
  const wasStopped = resolved.exitCode === KILLED_EXIT_CODE;
  return {
    ...resolved,
    ...(resolved.output === '' && printed !== undefined && { output: printed }),
    ...(wasStopped && { error: { message: 'stopped while it was running', type: 'cancelled' } }),
  };
}

/** At least so many calls are kept that no record may mention again. */
const MOST_KEPT = 4096;

/** Drops many at a time: to find the oldest of a map that lost its oldest before is a long search. */
export function dropOldest(kept: Map<unknown, unknown>): void {
  if (kept.size < 2 * MOST_KEPT) return;
  for (const key of kept.keys()) {
    if (kept.size === MOST_KEPT) return;
    kept.delete(key);
  }
}
