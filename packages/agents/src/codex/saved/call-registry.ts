import type { DragomanEvent, ToolResultEvent } from '@dragoman/protocol';
import type { EventQueue, Place } from '../../interpret/event-queue.js';
import { stamped } from '../../interpret/stamped.js';
import { type NativeCall, readToolOutput, type ToolOutput } from '../tools.js';
import { readAgentAnswer } from './agent-answer.js';
import { createBackgroundCommands, endOfCommand } from './background-commands.js';
import { callResult } from './call-result.js';
import { dropOldest } from './drop-oldest.js';
import { createHeldCalls } from './held-calls.js';
import {
  callEvent,
  commandOf,
  createOpenCall,
  type OpenCall,
  refusedEvent,
  useOf,
} from './open-call.js';
import type { ResolvedCall } from './resolved-call.js';
import { isCompleted, isMadeByScript, readScriptOutput } from './script.js';

/** The calls of a session: each is told once, with one result made of all that is known of it. */
export interface CallRegistry {
  open(id: string, call: NativeCall, cwd: string | undefined, ts: string | undefined): void;
  /** The output that the model got. */
  answer(id: string, output: unknown, ts: string | undefined): void;
  /** What another record found out about a call. */
  find(id: string, finding: ResolvedCall, ts: string | undefined): void;
  /** The model goes on: what it called before the answers it has got will get none. */
  modelSpeaks(): void;
  /** The name of the tool of a call that awaits its answer. */
  toolOf(id: string): string | undefined;
  /** The results that only findings tell of, whose calls got no answer in this turn. */
  endTurn(ts: string | undefined): DragomanEvent[];
}

const PLAN_ACCEPTED = 'Plan updated';
const MOST_SCRIPTS = 16;

export function createCallRegistry(queue: EventQueue): CallRegistry {
  /** By their ids; `done` when a call has its result: what comes later about it is no news. */
  const calls = new Map<string, OpenCall | 'done'>();
  /** Those that a record beside them has found out something about. */
  const found = new Set<OpenCall>();
  /** The latest scripts that were told as the one command they run. */
  let scriptCommands: OpenCall[] = [];
  const noteScript = (call: OpenCall): void => {
    if (scriptCommands.push(call) > MOST_SCRIPTS) scriptCommands.shift();
  };
  const held = createHeldCalls(queue, noteScript);
  const background = createBackgroundCommands(queue);

  const openCall = (id: string): OpenCall | undefined => {
    const call = calls.get(id);
    return call === 'done' ? undefined : call;
  };

  const finish = (call: OpenCall, result: ToolResultEvent, ts: string | undefined): void => {
    queue.emit(stamped(result, ts));
    forget(call);
  };

  const forget = (call: OpenCall): void => {
    calls.set(call.id, 'done');
    if (call.finding !== undefined) found.delete(call);
    background.forget(call);
  };

  /** Tells the result of a call of which nothing else is known, unless that is no news. */
  const finishUnknown = (id: string, events: () => readonly DragomanEvent[]): void => {
    if (calls.has(id)) return;
    calls.set(id, 'done');
    dropOldest(calls);
    for (const event of events()) queue.emit(event);
  };

  /** Tells a call whose place was held, as what its answer says it was; true when that was all. */
  const emitHeld = (call: OpenCall, place: Place, isAccepted: boolean): boolean => {
    const isPlan = call.kind === 'plan' && isAccepted;
    queue.settle(place, [isPlan ? callEvent(call) : refusedEvent(call)]);
    if (isPlan) forget(call);
    return isPlan;
  };

  /** The call of a script that was told before the item of the command it runs came. */
  const emittedByScript = (id: string, finding: ResolvedCall): OpenCall | undefined => {
    const command = isMadeByScript(id) ? commandOf(finding.call()) : undefined;
    if (command === undefined) return undefined;
    const index = scriptCommands.findIndex((call) => commandOf(call.common) === command);
    return index === -1 ? undefined : scriptCommands.splice(index, 1)[0];
  };

  /** An item that has not come by the next call never will: Codex died with the script. */
  const forgetCutOff = (): void => {
    if (scriptCommands.some(isCutOff)) {
      scriptCommands = scriptCommands.filter((call) => !isCutOff(call));
    }
  };

  const isCutOff = (call: OpenCall): boolean =>
    call.runsAs === undefined && openCall(call.id) === call;

  const continueCommand = (writer: OpenCall, answer: ToolOutput, ts: string | undefined): void => {
    const ended = background.continue(writer, answer, ts);
    if (ended !== undefined)
      finish(ended.call, callResult(ended.call, ended.answer, undefined), ts);
  };

  return {
    open(id, native, cwd, ts) {
      held.modelSpeaks();
      forgetCutOff();
      const call = createOpenCall(id, native, cwd, ts);
      if (call.kind === 'plan' || call.isScript) held.hold(call);
      else queue.emit(callEvent(call));
      calls.set(id, call);
      dropOldest(calls);
    },
    answer(id, output, ts) {
      held.noteAnswer();
      const call = openCall(id);
      if (call === undefined) {
        finishUnknown(id, () => {
          const told = { id, kind: undefined, changes: undefined };
          return [stamped(callResult(told, readToolOutput(output), undefined), ts)];
        });
        return;
      }
      if (call.isScript && held.isEmittedByItems(call)) {
        forget(call);
        return;
      }
      const told = readToolOutput(output, call.kind);
      if (call.place !== undefined && emitHeld(call, call.place, isAccepted(told))) return;
      const answer = answerOf(call, output, told);
      if (call.isScript) noteScript(call);
      const { runningSession } = answer;
      if (runningSession !== undefined && !call.finding && call.session === undefined) {
        background.start(call, runningSession, answer, ts);
        return;
      }
      const result = callResult(call, answer, call.finding);
      finish(call, call.kind === 'plan' ? { ...result, status: 'error' } : result, ts);
      if (call.session !== undefined) continueCommand(call, answer, ts);
    },
    find(id, finding, ts) {
      const open = openCall(id);
      const call = open ?? emittedByScript(id, finding);
      if (call !== undefined && (call.runsAs !== undefined || (!open && isCutOff(call)))) {
        finish(call, callResult(call, undefined, endOfCommand(finding, call.printed)), ts);
      } else if (open !== undefined) {
        open.finding = finding;
        found.add(open);
      } else if (call === undefined) {
        finishUnknown(id, () => {
          if (isMadeByScript(id)) held.noteItem();
          const common = finding.call();
          const told = { id, kind: common.kind, changes: finding.changes };
          const result = callResult(told, undefined, finding);
          return [stamped(useOf(id, common), ts), stamped(result, ts)];
        });
      }
    },
    modelSpeaks: held.modelSpeaks,
    toolOf: (id) => openCall(id)?.name,
    endTurn(ts) {
      const results: DragomanEvent[] = [];
      held.endTurn();
      for (const call of found) {
        const end = call.finding && endOfCommand(call.finding, call.printed);
        results.push(stamped(callResult(call, undefined, end), ts));
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
