import type { DragomanEvent, ToolResultEvent } from '@dragoman/protocol';
import type { Emitter, Slot } from '../../interpret/emitter.js';
import { readAgentAnswer } from '../tools/agent-calls.js';
import type { NativeCall } from '../tools/calls.js';
import type { CallContext } from '../tools/command-calls.js';
import { readToolOutput, type ToolOutput } from '../tools/output.js';
import { createBackgroundCommands, dropOldest, endOfCommand } from './background-commands.js';
import { createHeldCalls } from './held-calls.js';
import {
  callEvent,
  commandOf,
  createOpenCall,
  type OpenCall,
  refusedEvent,
  resultOf,
  useOf,
} from './open-call.js';
import type { ResolvedCall } from './resolved-call.js';
import { isCompleted, isMadeByScript, readScriptOutput } from './scripts.js';

/** The calls of a session: each is emitted once, with one result made of all that is known of it. */
export interface CallRegistry {
  open(id: string, call: NativeCall, context: CallContext): void;
  /** The output that the model got. */
  answer(id: string, output: unknown): void;
  /** What another record says of a call. */
  resolve(id: string, resolved: ResolvedCall): void;
  /** The model continues: what it called before the answers it has got will get none. */
  modelContinues(): void;
  /** The name of the tool of a call that awaits its answer. */
  toolOf(id: string): string | undefined;
  /** The results of calls that got no answer in this turn, by what other records say of them. */
  endTurn(): DragomanEvent[];
}

const PLAN_ACCEPTED = 'Plan updated';
const MOST_SCRIPTS = 16;

export function createCallRegistry(emitter: Emitter): CallRegistry {
  /** By their ids; `done` when a call has its result: what comes later about it is no news. */
  const calls = new Map<string, OpenCall | 'done'>();
  /** Those that a record beside them says something of. */
  const resolvedCalls = new Set<OpenCall>();
  /** The latest scripts that were emitted as the one command they run. */
  let scriptCommands: OpenCall[] = [];
  const noteScript = (call: OpenCall): void => {
    if (scriptCommands.push(call) > MOST_SCRIPTS) scriptCommands.shift();
  };
  const held = createHeldCalls(emitter, noteScript);
  const background = createBackgroundCommands(emitter);

  const openCall = (id: string): OpenCall | undefined => {
    const call = calls.get(id);
    return call === 'done' ? undefined : call;
  };

  const finish = (call: OpenCall, result: ToolResultEvent): void => {
    emitter.emit(result);
    forget(call);
  };

  const forget = (call: OpenCall): void => {
    calls.set(call.id, 'done');
    if (call.resolved !== undefined) resolvedCalls.delete(call);
    background.forget(call);
  };

  /** Notes that a call of which nothing else is known has its result; false when that is no news. */
  const isNews = (id: string): boolean => {
    if (calls.has(id)) return false;
    calls.set(id, 'done');
    dropOldest(calls);
    return true;
  };

  /** Emits a call in its slot, as what its answer says it was; true when that was all. */
  const emitHeld = (call: OpenCall, slot: Slot, isAccepted: boolean): boolean => {
    const isPlan = call.kind === 'plan' && isAccepted;
    emitter.fill(slot, [isPlan ? callEvent(call) : refusedEvent(call)]);
    if (isPlan) forget(call);
    return isPlan;
  };

  /** The call of a script that was emitted before the item of the command it runs came. */
  const callOfScript = (id: string, resolved: ResolvedCall): OpenCall | undefined => {
    const command = isMadeByScript(id) ? commandOf(resolved.call()) : undefined;
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

  const continueCommand = (writer: OpenCall, answer: ToolOutput): void => {
    const ended = background.continue(writer, answer);
    if (ended !== undefined) finish(ended.call, resultOf(ended.call, ended.answer, undefined));
  };

  return {
    open(id, native, context) {
      held.modelContinues();
      forgetCutOff();
      const call = createOpenCall(id, native, context, emitter.ts);
      if (call.kind === 'plan' || call.isScript) held.hold(call);
      else emitter.emit(callEvent(call));
      calls.set(id, call);
      dropOldest(calls);
    },
    answer(id, output) {
      held.noteAnswer();
      const call = openCall(id);
      if (call === undefined) {
        const unknown = { id, kind: undefined, changes: undefined };
        if (isNews(id)) emitter.emit(resultOf(unknown, readToolOutput(output), undefined));
        return;
      }
      if (call.isScript && held.isShownByItems(call)) {
        forget(call);
        return;
      }
      const read = readToolOutput(output, call.kind);
      if (call.slot !== undefined && emitHeld(call, call.slot, isAccepted(read))) return;
      const answer = answerOf(call, output, read);
      if (call.isScript) noteScript(call);
      const { runningSession } = answer;
      if (runningSession !== undefined && !call.resolved && call.session === undefined) {
        background.start(call, runningSession, answer);
        return;
      }
      const result = resultOf(call, answer, call.resolved);
      finish(call, call.kind === 'plan' ? { ...result, status: 'error' } : result);
      if (call.session !== undefined) continueCommand(call, answer);
    },
    resolve(id, resolved) {
      const open = openCall(id);
      const call = open ?? callOfScript(id, resolved);
      if (call !== undefined && (call.runsAs !== undefined || (!open && isCutOff(call)))) {
        finish(call, resultOf(call, undefined, endOfCommand(resolved, call.printed)));
      } else if (open !== undefined) {
        open.resolved = resolved;
        resolvedCalls.add(open);
      } else if (call === undefined && isNews(id)) {
        if (isMadeByScript(id)) held.noteItem();
        const common = resolved.call();
        emitter.emit(useOf(id, common));
        const answered = { id, kind: common.kind, changes: resolved.changes };
        emitter.emit(resultOf(answered, undefined, resolved));
      }
    },
    modelContinues: held.modelContinues,
    toolOf: (id) => openCall(id)?.name,
    endTurn() {
      held.endTurn();
      const results: DragomanEvent[] = [];
      for (const call of resolvedCalls) {
        const end = call.resolved && endOfCommand(call.resolved, call.printed);
        results.push(resultOf(call, undefined, end));
        forget(call);
      }
      return results;
    },
  };
}

function isAccepted({ output }: ToolOutput): boolean {
  return output === PLAN_ACCEPTED || isCompleted(output);
}

function answerOf(call: OpenCall, output: unknown, read: ToolOutput): ToolOutput {
  if (call.isScript) return readScriptOutput(output);
  return call.kind === 'task' ? readAgentAnswer(read) : read;
}
