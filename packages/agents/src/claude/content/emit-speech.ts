import type { MessageEvent } from '@dragoman/protocol';
import type { Conversation } from './conversation.js';
import { type Emitter, emit, emitOf } from './emitter.js';
import { readSpeech, type Speech } from './read-speech.js';
import type { UserContent } from './user-message.js';

/** What is known of a message in the role of the user, beside its content. */
export interface SpeechOrigin {
  readonly id: string | undefined;
  /** How it got there, when no person said it. */
  readonly addedBy: string | undefined;
}

/** What only the view itself can tell of. */
export interface SpeechListener {
  /** A person speaks: what follows is another turn, unless one is under way. */
  onSpeech(): void;
  onInterrupt(): void;
}

/** Tells of what a message in the role of the user says. */
export function emitSpeech(
  conversation: Conversation,
  { texts, images }: UserContent,
  origin: SpeechOrigin,
  listener: SpeechListener,
): void {
  const { emitter } = conversation;
  const said: string[] = [];
  for (const text of texts) {
    const speech = readSpeech(text);
    if (speech.kind !== 'said') emitOther(emitter, speech, origin, listener);
    else if (origin.addedBy === undefined) said.push(speech.text);
    else emitAdded(emitter, text, origin.addedBy, origin.id);
  }
  if (said.length === 0 && images.length === 0) return;
  if (origin.addedBy === undefined) listener.onSpeech();
  const event = userMessage(said.join('\n'), origin.id);
  if (images.length > 0) event.images = [...images];
  if (origin.addedBy !== undefined) event.synthetic = origin.addedBy;
  emitOf(emitter, event);
}

function emitOther(
  emitter: Emitter,
  speech: Exclude<Speech, { kind: 'said' }>,
  { id }: SpeechOrigin,
  listener: SpeechListener,
): void {
  switch (speech.kind) {
    case 'command': {
      listener.onSpeech();
      const { command, args } = speech;
      const slash_command = args === '' ? { command } : { command, args };
      emitOf(emitter, { ...userMessage('', id), slash_command });
      return;
    }
    case 'printed':
      emitPrinted(emitter, speech.text, id);
      return;
    case 'interrupted':
      if (emitter.parentId === undefined) listener.onInterrupt();
      return;
    case 'summary':
      emit(emitter, { type: 'compaction', summary: speech.text });
      return;
    case 'warning':
      emit(emitter, { type: 'error', message: speech.text, fatal: false });
      return;
    case 'added':
      emitAdded(emitter, speech.text, speech.by, id);
      return;
    default:
      unexpected(speech);
  }
}

/** What a command of the CLI itself printed: said by neither the person nor the agent. */
export function emitPrinted(emitter: Emitter, content: string, id: string | undefined): void {
  if (content === '') return;
  const event: MessageEvent = { type: 'message', role: 'system', content };
  if (id !== undefined) event.id = id;
  emitOf(emitter, event);
}

function emitAdded(emitter: Emitter, text: string, by: string, id: string | undefined): void {
  const event = userMessage(text, id);
  event.synthetic = by;
  emitOf(emitter, event);
}

function userMessage(content: string, id: string | undefined): MessageEvent {
  const event: MessageEvent = { type: 'message', role: 'user', content };
  if (id !== undefined) event.id = id;
  return event;
}

function unexpected(_speech: never): void {}
