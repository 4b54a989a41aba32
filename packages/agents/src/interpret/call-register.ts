import { type DragomanEvent, type ToolResultEvent, writeJson } from '@dragoman/protocol';
import type { CommonCall } from '../tools/common-call.js';

/** A result without the call it belongs to. */
export type CallResult = Omit<ToolResultEvent, 'type' | 'tool_id'>;

/** What has been told of the calls of a turn. */
export interface CallRegister {
  /** Tells of a call, unless nothing about it is new. */
  use(toolId: string, call: CommonCall, partial?: boolean): DragomanEvent[];
  /**
   * Tells the result of a call, once, and of the call itself if that hasn't been told in full.
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
  /** The name and input as they were told. */
  told: string;
  answered: boolean;
}

export function createCallRegister(): CallRegister {
  const calls = new Map<string, EmittedCall>();

  const use = (toolId: string, call: CommonCall, partial = false): DragomanEvent[] => {
    const told = `${partial ? '…' : ''}${call.tool_name} ${writeJson(call.parameters)}`;
    const known = calls.get(toolId);
    if (known !== undefined && (known.answered || known.told === told)) return [];
    calls.set(toolId, { told, answered: false });
    return [{ type: 'tool_use', tool_id: toolId, ...call, ...(partial && { partial }) }];
  };

  return {
    use,
    answer(toolId, call, result) {
      if (calls.get(toolId)?.answered) return [];
      const events = call === undefined ? [] : use(toolId, call);
      if (result === undefined) return events;
      calls.set(toolId, { told: '', answered: true });
      events.push({ type: 'tool_result', tool_id: toolId, ...result });
      return events;
    },
    isAnswered: (toolId) => calls.get(toolId)?.answered ?? false,
    clear: () => calls.clear(),
  };
}
