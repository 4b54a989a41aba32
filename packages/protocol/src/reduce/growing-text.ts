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
    blocks: () => textBlocks(first.type, text, { signature, slashCommand, images }),
  };
}

/** The blocks of a text that came whole. */
export function wholeTextBlocks(event: TextEvent): readonly UnifiedContent[] {
  if (event.type === 'reasoning') {
    return textBlocks('reasoning', event.content, { signature: event.signature });
  }
  const { slash_command: slashCommand, images } = event;
  return textBlocks('message', event.content, { slashCommand, images });
}

interface TextParts {
  readonly signature?: string | undefined;
  readonly slashCommand?: MessageEvent['slash_command'];
  readonly images?: MessageEvent['images'];
}

function textBlocks(type: TextEvent['type'], text: string, parts: TextParts): UnifiedContent[] {
  const { signature, slashCommand, images } = parts;
  if (type === 'reasoning') {
    if (text === '') return [];
    if (signature === undefined) return [{ type: 'thinking', thinking: text }];
    return [{ type: 'thinking', thinking: text, signature }];
  }
  const blocks: UnifiedContent[] = [];
  if (slashCommand !== undefined) blocks.push({ type: 'slash_command', ...slashCommand });
  if (text !== '') blocks.push({ type: 'text', text });
  for (const source of images ?? []) blocks.push({ type: 'image', source });
  return blocks;
}
