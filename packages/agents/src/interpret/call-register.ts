import { type DragomanEvent, type ToolResultEvent, writeJson } from '@dragoman/protocol';
import type { CommonCall } from '../tools/common-call.js';

/** A result without the call it belongs to. */
export type CallResult = Omit<ToolResultEvent, 'type' | 'tool_id'>;

/** Remembers which calls of a turn have been emitted and answered. */
export interface CallRegister {
  /** The event of a call, unless nothing about it is new. */
  use(toolId: string, call: CommonCall, partial?: boolean): DragomanEvent[];
  /**
   * The event of a result, once, after that of the call if that hasn't been emitted in full.
   * Without a result the call stays open.
   */
  answer(
    toolId: string,
    call: CommonCall | undefined,
    result: CallResult | undefined,
  ): DragomanEvent[];
  isAnswered(toolId: string): boolean;
  clear(): void;
}

interface EmittedCall {
  /** The name and input that were emitted. */
  emitted: string;
  answered: boolean;
}

export function createCallRegister(): CallRegister {
  const calls = new Map<string, EmittedCall>();

  const use = (toolId: string, call: CommonCall, partial = false): DragomanEvent[] => {
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
      const events = call === undefined ? [] : use(toolId, call);
      if (result === undefined) return events;
      calls.set(toolId, { emitted: '', answered: true });
      events.push({ type: 'tool_result', tool_id: toolId, ...result });
      return events;
    },
    isAnswered: (toolId) => calls.get(toolId)?.answered ?? false,
    clear: () => calls.clear(),
  };
}
