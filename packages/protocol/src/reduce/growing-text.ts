import type { MessageEvent, ReasoningEvent } from '../event/text-events.js';
import type { UnifiedContent } from '../message/content-block.js';
import { createComparableText } from './comparable-text.js';

export type TextEvent = MessageEvent | ReasoningEvent;

/** A text or a thought, and what belongs to it, while more of it may come. */
export interface GrowingText {
  /** The text so far, in the form in which it is compared with a whole text. */
  readonly comparable: string;
  /** Adds the next piece. */
  append(event: TextEvent): void;
  /** Takes the whole text in place of the pieces; an empty one leaves them as they are. */
  complete(event: TextEvent): void;
  blocks(): readonly UnifiedContent[];
}

export function createGrowingText(first: TextEvent): GrowingText {
  let text = '';
  let comparable = createComparableText();
  let signature: string | undefined;
  let slashCommand: MessageEvent['slash_command'];
  let images: NonNullable<MessageEvent['images']> = [];

  const takeRest = (event: TextEvent): void => {
    if (event.type === 'reasoning') signature = event.signature ?? signature;
    else slashCommand = event.slash_command ?? slashCommand;
  };

  const append = (event: TextEvent): void => {
    text += event.content;
    comparable.append(event.content);
    if (event.type === 'message') {
      for (const image of event.images ?? []) images.push(image);
    }
    takeRest(event);
  };

  append(first);

  return {
    get comparable() {
      return comparable.text();
    },
    append,
    complete(event) {
      if (event.content !== '') {
        text = event.content;
        comparable = createComparableText();
        comparable.append(text);
      }
      if (event.type === 'message' && event.images !== undefined) images = [...event.images];
      takeRest(event);
    },
    blocks() {
      if (first.type === 'reasoning') {
        const seal = signature === undefined ? {} : { signature };
        return text === '' ? [] : [{ type: 'thinking', thinking: text, ...seal }];
      }
      const blocks: UnifiedContent[] = [];
      if (slashCommand !== undefined) blocks.push({ type: 'slash_command', ...slashCommand });
      if (text !== '') blocks.push({ type: 'text', text });
      for (const source of images) blocks.push({ type: 'image', source });
      return blocks;
    },
  };
}
