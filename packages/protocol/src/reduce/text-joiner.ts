import { createGrowingText, type TextEvent, wholeTextBlocks } from './growing-text.js';
import { type MessageDraft, markChanged } from './message-draft.js';
import type { MessageLog, NewMessage } from './message-log.js';
import type { PiecedText } from './pieced-text.js';
import { idKeyOf, speakerOf } from './text-speaker.js';
import { createUnconfirmedTexts, type UnconfirmedTexts } from './unconfirmed-texts.js';

/** The texts of one chain: the agent's own, or one sub-agent's. */
interface Chain {
  /** Where a piece without an id goes. */
  latest: PiecedText | undefined;
  /** A text without an id whose pieces have said nothing yet, so that it interrupts no other. */
  unsaid: PiecedText | undefined;
  readonly byId: Map<string, PiecedText>;
  readonly unconfirmed: UnconfirmedTexts;
}

export interface TextJoiner {
  push(event: TextEvent): void;
  /** Something else happened in the chain: the next piece without an id begins a new text. */
  interrupt(parentToolId: string | undefined): void;
  /** The turn is over: nothing is open any more. */
  closeAll(): void;
}

/**
 * Joins pieces of text and of thought into messages. A piece goes to the open text with its id, or
 * without an id to the latest. Some agents send the pieces and then all of it: a whole text takes the
 * place of the pieces under its id, whatever it says; where ids don't tell, it takes the place of
 * pieces that it repeats, also when something else was said in between, or of the open text's that it
 * repeats and continues.
 */
export function createTextJoiner(log: MessageLog): TextJoiner {
  const chains = new Map<string | undefined, Chain>();

  const chainOf = (parentToolId: string | undefined): Chain => {
    const known = chains.get(parentToolId);
    if (known !== undefined) return known;
    const chain: Chain = {
      latest: undefined,
      unsaid: undefined,
      byId: new Map(),
      unconfirmed: createUnconfirmedTexts(),
    };
    chains.set(parentToolId, chain);
    return chain;
  };

  /** Shows what a text says now: in a message of its own from its first words on. */
  const show = (text: PiecedText, event: TextEvent): void => {
    if (text.draft !== undefined) noteChange(text.draft, event);
    else if (text.growing.blocks().length > 0) {
      text.draft = log.begin(newMessage(event, text.growing.blocks));
    }
  };

  const pushPiece = (chain: Chain, event: TextEvent): void => {
    const known = openTextOf(chain, event);
    known?.growing.append(event);
    const text = known ?? createPiecedText(event);
    const wasShown = text.draft !== undefined;
    show(text, event);
    if (text.idKey !== undefined) chain.byId.set(text.idKey, text);
    else if (text.draft === undefined) chain.unsaid = text;
    if (wasShown || text.draft === undefined) return;
    chain.latest = text;
    chain.unsaid = undefined;
    chain.unconfirmed.add(text);
  };

  const pushWhole = (chain: Chain, event: TextEvent): void => {
    const pieces = piecesOf(chain, event);
    if (pieces === undefined) {
      interruptChain(chain);
      const blocks = wholeTextBlocks(event);
      if (blocks.length > 0) log.begin(newMessage(event, () => blocks));
      return;
    }
    if (chain.latest === pieces) chain.latest = undefined;
    if (chain.unsaid === pieces) chain.unsaid = undefined;
    if (pieces.idKey !== undefined) chain.byId.delete(pieces.idKey);
    chain.unconfirmed.delete(pieces);
    pieces.growing.complete(event);
    show(pieces, event);
  };

  return {
    push(event) {
      const chain = chainOf(event.parent_tool_id);
      if (event.delta === true) pushPiece(chain, event);
      else pushWhole(chain, event);
    },
    interrupt(parentToolId) {
      const chain = chains.get(parentToolId);
      if (chain !== undefined) interruptChain(chain);
    },
    closeAll: () => chains.clear(),
  };
}

function createPiecedText(first: TextEvent): PiecedText {
  return {
    speaker: speakerOf(first),
    idKey: idKeyOf(first),
    growing: createGrowingText(first),
    draft: undefined,
  };
}

function interruptChain(chain: Chain): void {
  chain.latest = undefined;
  chain.unsaid = undefined;
}

/** The text a piece goes to. One with a new id begins its own. */
function openTextOf(chain: Chain, event: TextEvent): PiecedText | undefined {
  const idKey = idKeyOf(event);
  if (idKey !== undefined) return chain.byId.get(idKey);
  return [chain.latest, chain.unsaid].find((text) => text?.speaker === speakerOf(event));
}

/** The pieces a whole text takes the place of. */
function piecesOf(chain: Chain, event: TextEvent): PiecedText | undefined {
  // A saved session has no pieces at all.
  if (chain.byId.size === 0 && chain.unsaid === undefined && chain.unconfirmed.isEmpty()) {
    return undefined;
  }
  const idKey = idKeyOf(event);
  const named = idKey === undefined ? undefined : chain.byId.get(idKey);
  const repeated = named ?? chain.unconfirmed.find(event, chain.latest);
  if (repeated !== undefined) return repeated;
  return chain.unsaid?.speaker === speakerOf(event) ? chain.unsaid : undefined;
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
