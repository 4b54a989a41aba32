import type { MessageEvent } from '@dragoman/protocol';
import type { Conversation } from './conversation.js';
import { readSpeech, type Speech } from './read-speech.js';
import { type Telling, tell, tellOf } from './telling.js';
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
export function tellSpeech(
  conversation: Conversation,
  { texts, images }: UserContent,
  origin: SpeechOrigin,
  listener: SpeechListener,
): void {
  const { telling } = conversation;
  const said: string[] = [];
  for (const text of texts) {
    const speech = readSpeech(text);
    if (speech.kind !== 'said') tellOther(telling, speech, origin, listener);
    else if (origin.addedBy === undefined) said.push(speech.text);
    else tellAdded(telling, text, origin.addedBy, origin.id);
  }
  if (said.length === 0 && images.length === 0) return;
  if (origin.addedBy === undefined) listener.onSpeech();
  const event = userMessage(said.join('\n'), origin.id);
  if (images.length > 0) event.images = [...images];
  if (origin.addedBy !== undefined) event.synthetic = origin.addedBy;
  tellOf(telling, event);
}

function tellOther(
  telling: Telling,
  speech: Exclude<Speech, { kind: 'said' }>,
  { id }: SpeechOrigin,
  listener: SpeechListener,
): void {
  switch (speech.kind) {
    case 'command': {
      listener.onSpeech();
      const { command, args } = speech;
      const slash_command = args === '' ? { command } : { command, args };
      tellOf(telling, { ...userMessage('', id), slash_command });
      return;
    }
    case 'printed':
      tellPrinted(telling, speech.text, id);
      return;
    case 'interrupted':
      if (telling.parentId === undefined) listener.onInterrupt();
      return;
    case 'summary':
      tell(telling, { type: 'compaction', summary: speech.text });
      return;
    case 'warning':
      tell(telling, { type: 'error', message: speech.text, fatal: false });
      return;
    case 'added':
      tellAdded(telling, speech.text, speech.by, id);
      return;
    default:
      unexpected(speech);
  }
}

/** What a command of the CLI itself printed: said by neither the person nor the agent. */
export function tellPrinted(telling: Telling, content: string, id: string | undefined): void {
  if (content === '') return;
  const event: MessageEvent = { type: 'message', role: 'system', content };
  if (id !== undefined) event.id = id;
  tellOf(telling, event);
}

function tellAdded(telling: Telling, text: string, by: string, id: string | undefined): void {
  const event = userMessage(text, id);
  event.synthetic = by;
  tellOf(telling, event);
}

function userMessage(content: string, id: string | undefined): MessageEvent {
  const event: MessageEvent = { type: 'message', role: 'user', content };
  if (id !== undefined) event.id = id;
  return event;
}

function unexpected(_speech: never): void {}
