import type { GrowingText } from './growing-text.js';
import type { MessageDraft } from './message-draft.js';

/** A text that came in pieces. More of them may come, or the whole of it. */
export interface PiecedText {
  readonly speaker: string;
  readonly idKey: string | undefined;
  readonly growing: GrowingText;
  /** Its message, once it says something: nothing said is no message. */
  draft: MessageDraft | undefined;
}
