import type { DragomanEvent, JsonObject } from '@dragoman/protocol';

/** Puts prompts before the replies to them. */
export interface PromptOrder {
  /** The events of a record, with those that waited for it; none where they have to wait themselves. */
  order(record: JsonObject, events: readonly DragomanEvent[]): readonly DragomanEvent[];
  /** What still waits. */
  rest(): readonly DragomanEvent[];
}

/**
 * With `--replay-user-messages` a prompt is repeated right before the first whole block of its reply, behind
 * the pieces of that block. Where a process begins another turn by itself, because a prompt waited for it,
 * these pieces wait for the prompt. That of the first turn is known without the repetition.
 */
export function createPromptOrder(): PromptOrder {
  let repeats = false;
  let hasResult = false;
  let isWaiting = false;
  let held: DragomanEvent[] = [];
  const rest = (): readonly DragomanEvent[] => {
    const released = held;
    held = [];
    return released;
  };
  return {
    rest,
    order(record, events) {
      if (record.type === 'result') hasResult = true;
      if (record.type === 'system' && record.subtype === 'init') isWaiting = repeats && hasResult;
      if (record.type === 'user' && record.isReplay === true) repeats = true;
      else if (isWaiting && record.type === 'stream_event') {
        held.push(...events);
        return [];
      } else if (isWaiting && record.type !== 'system') {
        isWaiting = false;
        return [...rest(), ...events];
      }
      return events;
    },
  };
}
