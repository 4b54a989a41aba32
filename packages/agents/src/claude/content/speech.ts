import type { MessageEvent } from '@dragoman/protocol';
import { type Chain, type Conversation, emitOf } from './conversation.js';
import { emitPrinted } from './own-words.js';

/** What a text in the role of the user is, and what of it is emitted. */
type Speech =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'command'; readonly command: string; readonly args: string }
  | { readonly kind: 'printed'; readonly text: string }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'warning'; readonly text: string }
  | { readonly kind: 'added'; readonly by: string; readonly text: string };

type Read = (text: string) => Speech;

type SpeechKind = Speech['kind'];

// What a record may hold beside a person's words. People can type what the CLI writes, too.

/** A prompt, as it was typed. */
export const TYPED: ReadonlySet<SpeechKind> = new Set();
/** A prompt that is repeated; commands and what they print come in its guise. */
export const REPLAYED: ReadonlySet<SpeechKind> = new Set(['command', 'printed'] as const);
/** A prompt that was taken from the queue; commands are, too. */
export const QUEUED: ReadonlySet<SpeechKind> = new Set(['command', 'said'] as const);
/** A text that is no block. */
export const WRITTEN: ReadonlySet<SpeechKind> = new Set([
  ...REPLAYED,
  ...(['said', 'warning', 'added'] as const),
]);
/** The same where no command comes before: nothing can be what one printed. */
export const UNPROMPTED: ReadonlySet<SpeechKind> = new Set(
  [...WRITTEN].filter((kind) => kind !== 'printed'),
);
/** Interruptions are blocks. */
export const IN_BLOCKS: ReadonlySet<SpeechKind> = new Set([...WRITTEN, 'interrupted'] as const);
/** Behind the mark of a compaction there is its summary. */
export const ANYTHING: ReadonlySet<SpeechKind> = new Set([...IN_BLOCKS, 'summary'] as const);

/** How texts begin that no person wrote, and what they are: where their record may hold such a text. */
const OPENINGS: readonly (readonly [string, Read])[] = [
  ['<command-name>', readCommand],
  ['<command-message>', readCommand],
  ['<local-command-stdout>', readPrinted],
  ['<local-command-stderr>', readPrinted],
  ['<bash-stdout>', readPrinted],
  ['<bash-stderr>', readPrinted],
  ['<bash-input>', (text) => ({ kind: 'said', text: `!${between(text, 'bash-input') ?? ''}` })],
  ['<user-memory-input>', added('memory')],
  ['<local-command-caveat>', added('caveat')],
  ['<system-reminder>', added('reminder')],
  ['<task-notification>', added('task_notification')],
  ['<teammate-message', added('agent_message')],
  ['<agent-message', added('agent_message')],
  ['<cross-session-message', added('agent_message')],
  ['<ide_', added('ide_context')],
  ['<session_context', added('session_context')],
  ['<coordinator_context', added('session_context')],
  ['[Request interrupted', () => ({ kind: 'interrupted' })],
  ['[Your previous response had no visible output', (text) => ({ kind: 'warning', text })],
  [
    'This session is being continued from a previous conversation',
    (text) => ({ kind: 'summary', text }),
  ],
];

/** Whether what a command prints may follow such a text. */
export function announcesOutput(text: string): boolean {
  return COMMANDS.some((words) => text.startsWith(words));
}

const COMMANDS = ['<command-', '<local-command-', '<bash-', 'Caveat: The messages below'];

/** What a record says about a text in the role of the user. */
interface SpeechOrigin {
  readonly id: string | undefined;
  /** How it got there, when no person said it. */
  readonly addedBy: string | undefined;
  /** What its record may hold beside a person's words. */
  readonly mayBe: ReadonlySet<SpeechKind>;
}

/** Hears of what each view handles in its way. */
export interface SpeechListener {
  /** A person speaks: what follows is another turn, unless one is under way. */
  onSpeech(): void;
  onInterrupt(): void;
}

/** Emits what the message at hand in the role of the user says. */
export function emitSpeech(
  { chain, said: { texts, images } }: Conversation,
  origin: SpeechOrigin,
  listener: SpeechListener,
): void {
  const said: string[] = [];
  const nextId = idsFrom(origin.id);
  for (const text of texts) {
    const speech = readSpeech(text, origin);
    if (speech.kind !== 'said') emitOther(chain, speech, nextId, listener);
    else if (origin.addedBy === undefined) said.push(speech.text);
    else emitAdded(chain, text, origin.addedBy, nextId());
  }
  if (said.length === 0 && images.length === 0) return;
  if (origin.addedBy === undefined) listener.onSpeech();
  const event = userMessage(said.join('\n'), nextId());
  if (images.length > 0) event.images = [...images];
  if (origin.addedBy !== undefined) event.synthetic = origin.addedBy;
  emitOf(chain, event);
}

/** The ids of the messages that one record becomes. */
function idsFrom(recordId: string | undefined): () => string | undefined {
  let count = 0;
  return () => {
    count += 1;
    return recordId === undefined || count === 1 ? recordId : `${recordId}:${count - 1}`;
  };
}

function emitOther(
  chain: Chain,
  speech: Exclude<Speech, { kind: 'said' }>,
  nextId: () => string | undefined,
  listener: SpeechListener,
): void {
  switch (speech.kind) {
    case 'command':
      listener.onSpeech();
      emitCommand(chain, speech.command, speech.args, nextId());
      return;
    case 'printed':
      emitPrinted(chain, speech.text, nextId());
      return;
    case 'interrupted':
      if (chain.parentId === undefined) listener.onInterrupt();
      return;
    case 'summary':
      chain.emitter.emit({ type: 'compaction', summary: speech.text });
      return;
    case 'warning':
      chain.emitter.emit({ type: 'error', message: speech.text, fatal: false });
      return;
    case 'added':
      emitAdded(chain, speech.text, speech.by, nextId());
      return;
    default:
      unexpected(speech);
  }
}

/** Emits a command of the CLI that a person gave. */
export function emitCommand(
  chain: Chain,
  command: string,
  args: string,
  id: string | undefined,
): void {
  const event = userMessage('', id);
  event.slash_command = args === '' ? { command } : { command, args };
  emitOf(chain, event);
}

function emitAdded(chain: Chain, text: string, by: string, id: string | undefined): void {
  const event = userMessage(text, id);
  event.synthetic = by;
  emitOf(chain, event);
}

function userMessage(content: string, id: string | undefined): MessageEvent {
  const event: MessageEvent = { type: 'message', role: 'user', content };
  if (id !== undefined) event.id = id;
  return event;
}

function unexpected(_speech: never): void {}

/** Separates what a person said from what the CLI adds in the role of the user. */
function readSpeech(text: string, { mayBe, addedBy }: SpeechOrigin): Speech {
  const first = text.charCodeAt(0);
  const said: Speech = { kind: 'said', text };
  // Nearly every text is a person's; the others begin with one of these.
  if (first !== LESS_THAN && first !== BRACKET && first !== T && first !== C) return said;
  const opening = OPENINGS.find(([words]) => text.startsWith(words));
  const isCaveat = addedBy !== undefined && text.startsWith(CAVEAT);
  const speech = isCaveat ? added('caveat')(text) : (opening?.[1](text) ?? said);
  return mayBe.has(speech.kind) ? speech : said;
}

/** Its record says in every version that no person wrote it. */
const CAVEAT = 'Caveat: The messages below were generated by the user';

const LESS_THAN = 0x3c;
const BRACKET = 0x5b;
const T = 0x54;
const C = 0x43;

function added(by: string): Read {
  return (text) => ({ kind: 'added', by, text });
}

function readCommand(text: string): Speech {
  const name = between(text, 'command-name') ?? between(text, 'command-message') ?? '';
  const command = name.startsWith('/') ? name : `/${name}`;
  return { kind: 'command', command, args: between(text, 'command-args')?.trim() ?? '' };
}

function readPrinted(text: string): Speech {
  const parts = PRINTED.flatMap((tag) => between(text, tag) ?? []).filter((part) => part !== '');
  return { kind: 'printed', text: parts.join('\n') };
}

const PRINTED = ['local-command-stdout', 'local-command-stderr', 'bash-stdout', 'bash-stderr'];

/** The content of a tag; up to the end of the text where the tag isn't closed. */
function between(text: string, tag: string): string | undefined {
  const open = `<${tag}>`;
  const start = text.indexOf(open);
  if (start === -1) return undefined;
  const end = text.lastIndexOf(`</${tag}>`);
  return text.slice(start + open.length, end === -1 ? undefined : end);
}
