import type { DragomanEvent, ToolResultEvent } from '@dragoman/protocol';
import { type NativeCall, readToolOutput, type ToolOutput } from '../tools.js';
import { readAgentAnswer } from './agent-answer.js';
import { callResult } from './call-result.js';
import type { EventQueue, Place } from './event-queue.js';
import type { Finding } from './finding.js';
import { createHeldCalls } from './held-calls.js';
import {
  callEvent,
  commandOf,
  createOpenCall,
  type OpenCall,
  refusedEvent,
  useOf,
} from './open-call.js';
import { isCompleted, readScriptOutput } from './script.js';
import { stamped } from './stamped.js';

/** The calls of a session: each is told once, with one result made of all that is known of it. */
export interface CallBook {
  open(id: string, call: NativeCall, cwd: string | undefined, ts: string | undefined): void;
  /** The output that the model got. */
  answer(id: string, output: unknown, ts: string | undefined): void;
  /** What another record found out about a call. */
  find(id: string, finding: Finding, ts: string | undefined): void;
  /** The model goes on: what it called before the answers it has got will get none. */
  modelSpeaks(): void;
  /** The name of the tool of a call that awaits its answer. */
  toolOf(id: string): string | undefined;
  /** The results that only findings tell of, whose calls got no answer in this turn. */
  endTurn(ts: string | undefined): DragomanEvent[];
}

const PLAN_ACCEPTED = 'Plan updated';
/** A command that Codex itself put an end to. */
const KILLED_EXIT_CODE = -1;
/** How the id of a call begins that a script made. */
const INNER_ID = 'exec-';
const MOST_SCRIPTS = 16;
/** At least so many calls are remembered that nobody answered or might speak of again. */
const MOST_REMEMBERED = 4096;

export function createCallBook(queue: EventQueue): CallBook {
  const calls = new Map<string, OpenCall>();
  const running = new Map<number, OpenCall>();
  /** Calls with a result: what comes later about them is no news. */
  const done = new Set<string>();
  const held = createHeldCalls(queue);
  /** The latest scripts that were told as the one command they run. */
  const scriptCommands: OpenCall[] = [];

  const finish = (call: OpenCall, result: ToolResultEvent, ts: string | undefined): void => {
    queue.tell(stamped(result, ts));
    forget(call);
  };

  const forget = (call: OpenCall): void => {
    calls.delete(call.id);
    if (call.runsAs !== undefined) running.delete(call.runsAs);
    done.add(call.id);
    dropOldest(done);
  };

  /** Tells a call whose place was held, as what its answer says it was; true when that was all. */
  const tellHeld = (call: OpenCall, place: Place, isAccepted: boolean): boolean => {
    const isPlan = call.kind === 'plan' && isAccepted;
    queue.settle(place, [isPlan ? callEvent(call) : refusedEvent(call)]);
    if (isPlan) forget(call);
    return isPlan;
  };

  /** The call of a script that was told before the item of the command it runs came. */
  const toldByScript = (id: string, finding: Finding): OpenCall | undefined => {
    const command = id.startsWith(INNER_ID) ? commandOf(finding.call()) : undefined;
    if (command === undefined) return undefined;
    const index = scriptCommands.findIndex((call) => commandOf(call.common) === command);
    return index === -1 ? undefined : scriptCommands.splice(index, 1)[0];
  };

  const noteScript = (call: OpenCall): void => {
    if (scriptCommands.push(call) > MOST_SCRIPTS) scriptCommands.shift();
  };

  const goOn = (
    call: OpenCall,
    session: number,
    answer: ToolOutput,
    ts: string | undefined,
  ): void => {
    call.runsAs = session;
    running.set(session, call);
    dropOldest(running);
    printMore(call, answer, ts);
  };

  const printMore = (call: OpenCall, { output }: ToolOutput, ts: string | undefined): void => {
    if (typeof output !== 'string') return;
    call.printed = (call.printed ?? '') + output;
    if (output === '') return;
    queue.tell(stamped({ type: 'tool_output', tool_id: call.id, content: output }, ts));
  };

  /** An answer to `write_stdin` goes on with what its command printed, and may tell its end. */
  const continueCommand = (writer: OpenCall, answer: ToolOutput, ts: string | undefined): void => {
    const command = writer.session === undefined ? undefined : running.get(writer.session);
    if (command === undefined || answer.error !== undefined) return;
    printMore(command, answer, ts);
    if (answer.exitCode === undefined) return;
    // How long the last piece took says nothing of the whole.
    const { durationMs: _, ...end } = answer;
    const whole = { ...end, output: command.printed ?? '' };
    finish(command, callResult(command, whole, undefined), ts);
  };

  return {
    open(id, native, cwd, ts) {
      held.modelSpeaks();
      const call = createOpenCall(id, native, cwd, ts);
      if (call.kind === 'plan' || call.isScript) held.hold(call);
      else queue.tell(callEvent(call));
      done.delete(id);
      calls.set(id, call);
      dropOldest(calls);
    },
    answer(id, output, ts) {
      held.noteAnswer();
      const call = calls.get(id);
      if (call === undefined) {
        if (done.has(id)) return;
        done.add(id);
        const told = { id, kind: undefined, changes: undefined };
        queue.tell(stamped(callResult(told, readToolOutput(output), undefined), ts));
        return;
      }
      if (call.isScript && held.isToldByItems(call)) {
        forget(call);
        return;
      }
      const told = readToolOutput(output, call.kind);
      if (call.place !== undefined && tellHeld(call, call.place, isAccepted(told))) return;
      const answer = answerOf(call, output, told);
      if (call.isScript) noteScript(call);
      if (
        answer.runningSession !== undefined &&
        call.finding === undefined &&
        call.session === undefined
      ) {
        goOn(call, answer.runningSession, answer, ts);
        return;
      }
      const result = callResult(call, answer, call.finding);
      finish(call, call.kind === 'plan' ? { ...result, status: 'error' } : result, ts);
      if (call.session !== undefined) continueCommand(call, answer, ts);
    },
    find(id, finding, ts) {
      const call = calls.get(id) ?? toldByScript(id, finding);
      if (call?.runsAs !== undefined) {
        finish(call, callResult(call, undefined, endOf(finding, call.printed)), ts);
      } else if (call !== undefined) call.finding = finding;
      else if (!done.has(id)) {
        if (id.startsWith(INNER_ID)) held.noteItem();
        done.add(id);
        dropOldest(done);
        const common = finding.call();
        queue.tell(stamped(useOf(id, common), ts));
        const told = { id, kind: common.kind, changes: finding.changes };
        queue.tell(stamped(callResult(told, undefined, finding), ts));
      }
    },
    modelSpeaks: held.modelSpeaks,
    toolOf: (id) => calls.get(id)?.name,
    endTurn(ts) {
      const results: DragomanEvent[] = [];
      held.endTurn();
      for (const call of calls.values()) {
        if (call.finding === undefined) continue;
        results.push(stamped(callResult(call, undefined, call.finding), ts));
        forget(call);
      }
      return results;
    },
  };
}

function isAccepted({ output }: ToolOutput): boolean {
  return output === PLAN_ACCEPTED || isCompleted(output);
}

function answerOf(call: OpenCall, output: unknown, told: ToolOutput): ToolOutput {
  if (call.isScript) return readScriptOutput(output);
  return call.kind === 'task' ? readAgentAnswer(told) : told;
}

/**
 * How a command ended that ran in the background. One that still ran when Codex ended was stopped,
 * which is no failure of its own; 0.150 then leaves out what it had printed.
 */
function endOf(finding: Finding, printed: string | undefined): Finding {
  const wasStopped = finding.exitCode === KILLED_EXIT_CODE;
  return {
    ...finding,
    ...(finding.output === '' && printed !== undefined && { output: printed }),
    ...(wasStopped && { error: { message: 'stopped while it was running', type: 'cancelled' } }),
  };
}

/** Drops many at a time: to find the oldest of a set that lost its oldest before is a long search. */
function dropOldest(remembered: Map<unknown, unknown> | Set<unknown>): void {
  if (remembered.size < 2 * MOST_REMEMBERED) return;
  for (const key of remembered.keys()) {
    if (remembered.size === MOST_REMEMBERED) return;
    remembered.delete(key);
  }
}
