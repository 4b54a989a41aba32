import type { MessageEvent, ReasoningEvent } from '../event/text-events.js';
import type { UnifiedContent } from '../message/content-block.js';
import { type AssembledText, createTextAssembler, speakerOf } from '../text/text-assembler.js';
import { type MessageDraft, type MessageLog, markChanged, type NewMessage } from './message-log.js';

type TextEvent = MessageEvent | ReasoningEvent;

/** What belongs to a text that comes in pieces. */
interface Extra {
  readonly type: TextEvent['type'];
  signature: string | undefined;
  slashCommand: MessageEvent['slash_command'];
  images: NonNullable<MessageEvent['images']>;
  /** Its message, once it has content: no message is empty. */
  draft: MessageDraft | undefined;
}

export interface TextMessages {
  push(event: TextEvent): void;
  /** Something else happened in the chain: the next piece without an id begins a new text. */
  interrupt(parentToolId: string | undefined): void;
  /** The turn is over: nothing is open any more. */
  closeAll(): void;
}

/** Makes messages of texts and thoughts. The assembler says which events are one text. */
export function createTextMessages(log: MessageLog): TextMessages {
  const texts = createTextAssembler<TextEvent, Extra>({ begin: beginExtra });

  return {
    push(event) {
      const text = texts.push(event);
      if (text === undefined) {
        const blocks = wholeTextBlocks(event);
        if (blocks.length > 0) log.begin(newMessage(event, () => blocks));
        return;
      }
      const { extra } = text;
      takeFields(extra, event);
      if (extra.draft !== undefined) noteChange(extra.draft, event);
      if (blocksOf(text).length === 0) {
        // Replaced by nothing.
        if (extra.draft !== undefined) log.withdraw(extra.draft);
        extra.draft = undefined;
      } else if (extra.draft === undefined) {
        extra.draft = log.begin(newMessage(event, () => blocksOf(text)));
      }
    },
    interrupt: texts.interrupt,
    closeAll: texts.closeAll,
  };
}

function beginExtra({ type }: TextEvent): Extra {
  return { type, signature: undefined, slashCommand: undefined, images: [], draft: undefined };
}

/** Pieces add images; a whole text that has any replaces them. */
function takeFields(extra: Extra, event: TextEvent): void {
  if (event.type === 'reasoning') {
    extra.signature = event.signature ?? extra.signature;
    return;
  }
  extra.slashCommand = event.slash_command ?? extra.slashCommand;
  if (event.images === undefined) return;
  if (event.delta !== true) extra.images = [...event.images];
  else for (const image of event.images) extra.images.push(image);
}

function noteChange(draft: MessageDraft, event: TextEvent): void {
  if (event.type === 'message') {
    draft.stopReason = event.stop_reason ?? draft.stopReason;
    if (event.role === 'assistant') draft.model = event.model ?? draft.model;
  }
  markChanged(draft);
}

function newMessage(event: TextEvent, content: NewMessage['content']): NewMessage {
  const isMessage = event.type === 'message';
  return {
    event,
    kind: speakerOf(event),
    role: isMessage ? event.role : 'assistant',
    content,
    opening: event.content,
    nativeId: event.id,
    parentToolId: event.parent_tool_id,
    model: isMessage ? event.model : undefined,
    synthetic: isMessage ? event.synthetic : undefined,
    stopReason: isMessage ? event.stop_reason : undefined,
  };
}

function blocksOf({ content, extra }: AssembledText<Extra>): UnifiedContent[] {
  return extra.type === 'reasoning'
    ? thoughtBlocks(content, extra.signature)
    : textBlocks(content, extra.slashCommand, extra.images);
}

function wholeTextBlocks(event: TextEvent): UnifiedContent[] {
  return event.type === 'reasoning'
    ? thoughtBlocks(event.content, event.signature)
    : textBlocks(event.content, event.slash_command, event.images);
}

function thoughtBlocks(thinking: string, signature: string | undefined): UnifiedContent[] {
  if (thinking === '') return [];
  if (signature === undefined) return [{ type: 'thinking', thinking }];
  return [{ type: 'thinking', thinking, signature }];
}

function textBlocks(
  text: string,
  slashCommand: MessageEvent['slash_command'],
  images: MessageEvent['images'] = [],
): UnifiedContent[] {
  const blocks: UnifiedContent[] = [];
  if (slashCommand !== undefined) blocks.push({ type: 'slash_command', ...slashCommand });
  if (text !== '') blocks.push({ type: 'text', text });
  for (const source of images) blocks.push({ type: 'image', source });
  return blocks;
}
