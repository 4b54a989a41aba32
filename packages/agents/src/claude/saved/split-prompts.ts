import type { JsonObject } from '@dragoman/protocol';
import { objectAt } from '../../interpret/json-fields.js';
import type { SpeechListener } from '../content/speech.js';

/**
 * The prompts of several blocks, such as a text and an image. In a fork some versions (2.0.50 does) write each
 * block as a record of its own, with the time of the others and under the one before: together they
 * begin one turn.
 */
export interface SplitPrompts {
  /** Who hears of the speech in a record: where a prompt goes on, nobody hears that one begins. */
  listenerFor(record: JsonObject, listener: SpeechListener): SpeechListener;
}

export function createSplitPrompts(): SplitPrompts {
  /** The last record of the prompt at hand. */
  let last: JsonObject | undefined;
  return {
    listenerFor(record, listener) {
      if (last !== undefined && isNextBlock(record, last)) {
        last = record;
        return { ...listener, onSpeech: () => {} };
      }
      last = undefined;
      return {
        ...listener,
        onSpeech() {
          last = record;
          listener.onSpeech();
        },
      };
    },
  };
}

function isNextBlock(record: JsonObject, last: JsonObject): boolean {
  const { parentUuid, timestamp } = record;
  if (typeof parentUuid !== 'string' || parentUuid !== last.uuid) return false;
  return timestamp === last.timestamp && isOneBlock(record) && isOneBlock(last);
}

function isOneBlock(record: JsonObject): boolean {
  const content = objectAt(record, 'message')?.content;
  return Array.isArray(content) && content.length === 1;
}
