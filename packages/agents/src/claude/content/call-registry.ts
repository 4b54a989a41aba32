import type { JsonObject, PlanItem } from '@dragoman/protocol';
import type { CommonCall } from '../../tools/common-call.js';
import { readCall } from '../tools/calls.js';
import { createTaskBoard, isTaskTool, todoItems } from '../tools/plans.js';
import { type NativeResult, readResult } from '../tools/read-result.js';
import { type Chain, emitOf } from './conversation.js';

/** The calls of a session and their results. */
export interface CallRegistry {
  /** False: the call may set the plan and is not emitted yet. */
  use(id: string, name: string, input: unknown): boolean;
  answer(id: string, result: NativeResult): void;
  /** The turn is over: a plan that nobody accepted is a call without a result. */
  endTurn(): void;
}

/** A call that sets the plan if it is accepted. It is emitted once that is known. */
interface HeldPlan {
  readonly call: CommonCall;
  readonly items: (result: unknown) => readonly PlanItem[] | undefined;
}

/** Hears of calls that start sub-agents. */
export interface AgentListener {
  onCall(id: string, input: JsonObject): void;
  onResult(id: string, rich: unknown): void;
}

export function createCallRegistry(chain: Chain, agents?: AgentListener): CallRegistry {
  const names = new Map<string, string>();
  const held = new Map<string, HeldPlan>();
  const tasks = createTaskBoard();

  const planOf = ({ tool_name: name, parameters }: CommonCall): HeldPlan['items'] | undefined => {
    if (isTaskTool(name)) return (result) => tasks.apply(name, parameters, result);
    const items = name === 'TodoWrite' ? todoItems(parameters) : undefined;
    return items && (() => items);
  };

  const emitCall = (id: string, call: CommonCall): void => {
    emitOf(chain, { type: 'tool_use', tool_id: id, ...call });
  };

  return {
    use(id, name, input) {
      const call = readCall(name, input);
      names.set(id, call.tool_name);
      if (call.tool_name === 'Task') agents?.onCall(id, call.parameters);
      // A sub-agent's plan is not the session's.
      const items = chain.parentId === undefined ? planOf(call) : undefined;
      if (items === undefined) emitCall(id, call);
      else held.set(id, { call, items });
      return items === undefined;
    },
    answer(id, native) {
      const name = names.get(id);
      const result = readResult(native, name);
      names.delete(id);
      // In some versions the file has a result before its call.
      if (name === 'Task' || name === undefined) agents?.onResult(id, native.rich);
      const plan = held.size === 0 ? undefined : held.get(id);
      if (plan !== undefined) {
        held.delete(id);
        const items = result.status === 'success' ? plan.items(native.rich) : undefined;
        if (items !== undefined) {
          chain.emitter.emit({ type: 'plan', items: [...items] });
          return;
        }
        emitCall(id, plan.call);
      }
      emitOf(chain, { type: 'tool_result', tool_id: id, ...result });
    },
    endTurn() {
      if (held.size === 0) return;
      for (const [id, { call }] of held) emitCall(id, call);
      held.clear();
    },
  };
}
