import { type DragomanEvent, type ToolResultEvent, writeJson } from '@dragoman/protocol';
import { type CommonCall, isPlanCall, type PlanCall } from '../tools/common-call.js';

/** A result without the call it belongs to. */
export type CallResult = Omit<ToolResultEvent, 'type' | 'tool_id'>;

/** Remembers which calls of a turn have been emitted and answered. A call that sets the plan waits for its answer. */
export interface EmittedCalls {
  /** The event of a call, unless nothing about it is new. */
  use(toolId: string, call: CommonCall | PlanCall, partial?: boolean): DragomanEvent[];
  /**
   * The event of a result, once, after that of the call if that hasn't been emitted in full.
   * Without a result the call stays open. A plan that was accepted is a plan, and no call.
   */
  answer(
    toolId: string,
    call: CommonCall | undefined,
    result: CallResult | undefined,
  ): DragomanEvent[];
  isAnswered(toolId: string): boolean;
  /** The turn is over: a plan that nobody accepted is a call without a result. All is forgotten. */
  endTurn(): DragomanEvent[];
}

interface EmittedCall {
  /** The name and input that were emitted. */
  emitted: string;
  answered: boolean;
}

export function createEmittedCalls(): EmittedCalls {
  const calls = new Map<string, EmittedCall>();
  const plans = new Map<string, PlanCall>();

  const use: EmittedCalls['use'] = (toolId, call, partial = false) => {
    if (isPlanCall(call)) {
      plans.set(toolId, call);
      return [];
    }
    const emitted = `${partial ? '…' : ''}${call.tool_name} ${writeJson(call.parameters)}`;
    const known = calls.get(toolId);
    if (known !== undefined && (known.answered || known.emitted === emitted)) return [];
    calls.set(toolId, { emitted, answered: false });
    return [{ type: 'tool_use', tool_id: toolId, ...call, ...(partial && { partial }) }];
  };

  return {
    use,
    answer(toolId, call, result) {
      if (calls.get(toolId)?.answered) return [];
      const plan = plans.get(toolId);
      const said = call ?? plan?.call;
      const isAccepted = plan !== undefined && result?.status === 'success';
      const events = said === undefined || isAccepted ? [] : use(toolId, said);
      if (result === undefined) return events;
      plans.delete(toolId);
      calls.set(toolId, { emitted: '', answered: true });
      if (isAccepted) return [{ type: 'plan', items: [...plan.plan] }];
      events.push({ type: 'tool_result', tool_id: toolId, ...result });
      return events;
    },
    isAnswered: (toolId) => calls.get(toolId)?.answered ?? false,
    endTurn() {
      const unanswered = [...plans].flatMap(([toolId, { call }]) => use(toolId, call));
      plans.clear();
      calls.clear();
      return unanswered;
    },
  };
}
