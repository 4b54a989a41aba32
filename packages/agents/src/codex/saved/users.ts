import type { DragomanEvent, ImageSource, JsonObject } from '@dragoman/protocol';
import type { Emitter, Slot } from '../../interpret/emitter.js';
import { textAt } from '../../interpret/json-fields.js';
import {
  allContext,
  contextEvents,
  hasSpeech,
  isImageOnly,
  type Origin,
  readEventImages,
  readUserContent,
  speechEvent,
  type UserContent,
} from './user-content.js';

/**
 * Sets what a person said apart from what Codex said in that person's name. An event (`user_message`,
 * or the item that replaced it) is the proof; a message without one is context, unless the turn has
 * no such proof at all.
 */
export interface UserSpeech {
  /** A message with the role `user`. `isAlone`: from a file that has no events, so none will come. */
  item(payload: JsonObject, origin: Origin, isAlone: boolean): void;
  event(payload: JsonObject, origin: Origin): void;
  /** An image was shown to the model by a tool: the message that holds it is no prompt. */
  expectShownImage(): void;
  /**
   * A process has begun and has asked the model: somebody has prompted it. Up to 0.80 Codex takes a
   * prompt that looks like context for context, and writes no event of it.
   */
  beginProcess(): void;
  /** The agent continues: what is undecided stays without proof. */
  decide(): void;
  /** A turn is about to begin: what was said before it without proof was no prompt. */
  decideBeforeTurn(): void;
  endTurn(): void;
}

/** A message, or a proof, that waits for the other. */
interface Waiting {
  readonly slot: Slot;
  readonly origin: Origin;
  readonly content: UserContent;
  /** True for an event; or for an image whose event has come and whose text may follow. */
  isProven: boolean;
}

type BeginTurn = (slot: Slot | undefined, ts: string | undefined) => DragomanEvent[];

export function createUserSpeech(emitter: Emitter, beginTurn: BeginTurn): UserSpeech {
  let waiting: Waiting[] = [];
  /** Texts of messages that needed no proof; their events repeat them. */
  const certain = new Map<string, number>();
  let hasProof = false;
  let expectsImage = false;
  /** True while nothing has proven a prompt since the agent last spoke. */
  let isUnasked = true;
  let expectsPrompt = false;

  const noteAsked = (): void => {
    isUnasked = false;
    expectsPrompt = false;
  };

  const wait = (content: UserContent, origin: Origin, isProven: boolean): void => {
    const slot = emitter.reserve(decide);
    waiting.push({ slot, origin, content, isProven });
  };

  const speak = (
    { slot, origin, content }: Waiting,
    text: string,
    images: readonly ImageSource[],
  ): void => {
    emitter.fill(slot, [
      ...contextEvents(content, text, origin),
      ...beginTurn(slot, origin.ts),
      speechEvent(text, images, origin),
    ]);
  };

  const dismiss = ({ slot, origin, content }: Waiting): void =>
    emitter.fill(slot, allContext(content, origin));

  /** The entry at `index` is speech, and what waited before it is not; images before it belong to it. */
  const prove = (index: number, text: string, images: readonly ImageSource[]): void => {
    const earlier = waiting.slice(0, index);
    const proven = waiting[index];
    waiting = waiting.slice(index + 1);
    hasProof = true;
    noteAsked();
    const attached: ImageSource[] = [];
    for (const entry of earlier) {
      if (isImageOnly(entry.content)) {
        attached.push(...entry.content.images);
        emitter.fill(entry.slot, []);
      } else if (entry.isProven) speak(entry, entry.content.speech, entry.content.images);
      else dismiss(entry);
    }
    if (proven !== undefined) speak(proven, text, [...attached, ...images]);
  };

  const decide = (): void => {
    const isPrompted = expectsPrompt;
    expectsImage = false;
    expectsPrompt = false;
    isUnasked = true;
    if (waiting.length === 0) return;
    const undecided = waiting;
    waiting = [];
    if (isPrompted) {
      const prompt = undecided.pop();
      for (const entry of undecided) dismiss(entry);
      if (prompt !== undefined) speak(prompt, prompt.content.whole, prompt.content.images);
      return;
    }
    const isProofThere = hasProof || undecided.some(({ isProven }) => isProven);
    for (const entry of undecided) {
      const { content, isProven } = entry;
      const isSpeech = isProven || (!isProofThere && hasSpeech(content));
      if (!isSpeech) dismiss(entry);
      else {
        hasProof ||= isProven;
        speak(entry, content.speech, content.images);
      }
    }
  };

  const emitNow = (content: UserContent, origin: Origin): void => {
    decide();
    contextEvents(content, content.speech, origin).forEach(emitter.emit);
    if (!hasSpeech(content)) return;
    beginTurn(undefined, origin.ts).forEach(emitter.emit);
    emitter.emit(speechEvent(content.speech, content.images, origin));
    certain.set(content.speech, (certain.get(content.speech) ?? 0) + 1);
  };

  return {
    item(payload, origin, isAlone) {
      const content = readUserContent(payload);
      if (expectsImage && isImageOnly(content)) {
        allContext(content, origin).forEach(emitter.emit);
        return;
      }
      if (isAlone || content.isCertain) {
        emitNow(content, origin);
        return;
      }
      const index = waiting.findIndex((entry) => entry.isProven && saysTheSame(content, entry));
      const event = waiting[index];
      wait(content, origin, false);
      if (event === undefined) return;
      emitter.fill(event.slot, []);
      waiting.splice(index, 1);
      prove(waiting.length - 1, event.content.speech, imagesOf(content, event.content));
    },
    event(payload, origin) {
      const text = textAt(payload, 'message') ?? '';
      const content = eventContent(text, readEventImages(payload));
      if (takeCertain(certain, text) || (expectsImage && isImageOnly(content))) return;
      const index = waiting.findLastIndex(
        (entry) => !entry.isProven && saysTheSame(entry.content, { content }),
      );
      const item = waiting[index];
      const latest = waiting.at(-1);
      // A review announces its request twice (0.98), and has no message for it.
      if (latest?.isProven === true && latest.content.speech === text && text !== '') return;
      noteAsked();
      if (item === undefined) wait(content, origin, true);
      else if (isImageOnly(item.content)) item.isProven = true;
      else prove(index, text, imagesOf(item.content, content));
    },
    expectShownImage() {
      expectsImage = true;
    },
    beginProcess() {
      expectsPrompt = isUnasked && waiting.length > 0;
    },
    decide,
    decideBeforeTurn() {
      hasProof = true;
      decide();
    },
    endTurn() {
      hasProof = false;
      certain.clear();
    },
  };
}

function saysTheSame(content: UserContent, { content: event }: Pick<Waiting, 'content'>): boolean {
  return event.speech === content.speech
    ? hasSpeech(content)
    : event.speech !== '' && event.speech === content.whole;
}

function eventContent(speech: string, images: readonly ImageSource[]): UserContent {
  return {
    speech,
    images,
    context: '',
    contextKind: undefined,
    isCertain: false,
    whole: speech,
  };
}

/** The message has the bytes of an image where the event may have only its path. */
function imagesOf(item: UserContent, event: UserContent): readonly ImageSource[] {
  return item.images.length > 0 ? item.images : event.images;
}

function takeCertain(certain: Map<string, number>, text: string): boolean {
  const count = certain.get(text) ?? 0;
  if (count === 0) return false;
  certain.set(text, count - 1);
  return true;
}
