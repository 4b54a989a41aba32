import type { JsonObject } from '@dragoman/protocol';
import { asText } from '../../interpret/json-fields.js';

/** How a text came into the conversation: as somebody typed it, or from the queue, perhaps as something else. */
export type QueueOrigin = 'typed' | 'queued' | undefined;

/**
 * The prompts that wait. Versions from 2.0.32 on write down what enters the queue and leaves it, some with its
 * words. A command leaves it in other words than it was typed in.
 */
export interface PromptQueue {
  /** Takes note of what enters or leaves the queue. */
  note(operation: JsonObject): void;
  /** What the queue says of the next text in the role of the user. */
  take(text: string): QueueOrigin;
}

/** A process that was ended leaves prompts in the queue that nobody takes. */
const MOST = 100;

export function createPromptQueue(): PromptQueue {
  let waiting: string[] = [];
  let isTaken = false;
  return {
    note({ operation, content }) {
      const text = asText(content);
      if (operation === 'dequeue') isTaken = true;
      else if (operation === 'enqueue' && text !== undefined) {
        waiting = [...waiting.slice(1 - MOST), text];
      }
    },
    take(text) {
      if (!isTaken) return undefined;
      isTaken = false;
      const at = waiting.indexOf(text);
      if (at === -1) return 'queued';
      waiting.splice(0, at + 1);
      return 'typed';
    },
  };
}
