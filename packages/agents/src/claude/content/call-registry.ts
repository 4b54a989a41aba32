import type { JsonObject, PlanItem } from '@dragoman/protocol';
import type { CommonCall } from '../../tools/common-call.js';
import {
  createTaskBoard,
  isTaskTool,
  type NativeResult,
  readCall,
  readResult,
  todoItems,
} from '../tools.js';
import { type Emitter, emit, emitOf } from './emitter.js';

/** The calls of a session and what became of them. */
export interface CallRegistry {
  use(id: string, name: string, input: unknown): void;
  answer(id: string, result: NativeResult): void;
  /** The turn is over: a plan that nobody accepted is a call without a result. */
  endTurn(): void;
}

/** A call that sets the plan if it is accepted. Nothing is told of it until that is known. */
interface HeldPlan {
  readonly call: CommonCall;
  readonly items: (result: unknown) => readonly PlanItem[] | undefined;
}

/** Who wants to know of calls that start sub-agents. */
export interface AgentListener {
  onCall(id: string, input: JsonObject): void;
  onResult(id: string, rich: unknown): void;
}

export function createCallRegistry(emitter: Emitter, agents?: AgentListener): CallRegistry {
  const names = new Map<string, string>();
  const held = new Map<string, HeldPlan>();
  const tasks = createTaskBoard();

  const planOf = (call: CommonCall): HeldPlan['items'] | undefined => {
    const { tool_name: name, parameters } = call;
    if (isTaskTool(name)) return (result) => tasks.apply(name, parameters, result);
    const items = name === 'TodoWrite' ? todoItems(parameters) : undefined;
    return items && (() => items);
  };

  const emitCall = (id: string, call: CommonCall): void => {
    emitOf(emitter, { type: 'tool_use', tool_id: id, ...call });
  };

  return {
    use(id, name, input) {
      const call = readCall(name, input);
      names.set(id, call.tool_name);
      if (call.tool_name === 'Task') agents?.onCall(id, call.parameters);
      // A sub-agent's plan is not the session's.
      const items = emitter.parentId === undefined ? planOf(call) : undefined;
      if (items === undefined) emitCall(id, call);
      else held.set(id, { call, items });
    },
    answer(id, native) {
      const name = names.get(id);
      const result = readResult(native, name);
      names.delete(id);
      if (name === 'Task') agents?.onResult(id, native.rich);
      const plan = held.get(id);
      if (plan !== undefined) {
        held.delete(id);
        const items = result.status === 'success' ? plan.items(native.rich) : undefined;
        if (items !== undefined) {
          emit(emitter, { type: 'plan', items: [...items] });
          return;
        }
        emitCall(id, plan.call);
      }
      emitOf(emitter, { type: 'tool_result', tool_id: id, ...result });
    },
    endTurn() {
      if (held.size === 0) return;
      for (const [id, { call }] of held) emitCall(id, call);
      held.clear();
    },
  };
}

/** The result that a block of a message holds, with what the record says beside it. */
export function nativeResult(block: JsonObject, rich: unknown): NativeResult {
  return { content: block.content, isError: block.is_error === true, rich };
}
