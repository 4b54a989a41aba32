import type { JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { textsAt } from '../../interpret/json-fields.js';
import type { TextEvent } from '../content/conversation.js';

/** The texts that lines held. The CLI may take lines back that it has printed. */
export interface LineTexts {
  /** Notes a text that came in pieces and that a line holds. No other can be replaced. */
  note(lineId: string, text: TextEvent): void;
  /** Empties the texts of the lines that a record takes back. */
  takeBack(record: JsonObject): void;
}

/** So many texts are remembered. A reply that is taken back is the last one. */
const MOST_TEXTS = 256;

/**
 * A reply that was to end in a call and has none, or that was refused, is asked for again, and what
 * another model goes on with is joined to what it goes on from. The file then holds the new reply
 * alone. From 2.1.323 on the stream says so of a call that never came, too.
 */
const TAKEN_BACK = ['retracted_message_uuids', 'supersedes'];

export function createLineTexts(emitter: Emitter): LineTexts {
  const texts = new Map<TextEvent, string>();
  return {
    note(lineId, text) {
      texts.set(text, lineId);
      const [oldest] = texts.keys();
      if (texts.size > MOST_TEXTS && oldest !== undefined) texts.delete(oldest);
    },
    takeBack(record) {
      const lines = TAKEN_BACK.flatMap((member) => textsAt(record, member) ?? []);
      if (lines.length === 0) return;
      for (const [text, lineId] of texts) {
        if (!lines.includes(lineId)) continue;
        texts.delete(text);
        emitter.emit({ ...text, content: '', delta: false, replaces: true });
      }
    },
  };
}
