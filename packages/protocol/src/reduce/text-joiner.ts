import { createGrowingText, type GrowingText, type TextEvent } from './growing-text.js';
import { type MessageDraft, markChanged } from './message-draft.js';
import type { MessageLog, NewMessage } from './message-log.js';
import type { PiecedText } from './pieced-text.js';
import { idKeyOf, speakerOf } from './text-speaker.js';
import { createUnconfirmedTexts, type UnconfirmedTexts } from './unconfirmed-texts.js';

/** The texts of one chain: the agent's own, or one sub-agent's. */
interface Chain {
  /** Where a piece without an id goes. */
  latest: PiecedText | undefined;
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
 * pieces that it repeats, or repeats and continues, also when something else was said in between.
 */
export function createTextJoiner(log: MessageLog): TextJoiner {
  const chains = new Map<string | undefined, Chain>();

  const chainOf = (parentToolId: string | undefined): Chain => {
    const known = chains.get(parentToolId);
    if (known !== undefined) return known;
    const chain = { latest: undefined, byId: new Map(), unconfirmed: createUnconfirmedTexts() };
    chains.set(parentToolId, chain);
    return chain;
  };

  const begin = (event: TextEvent): PiecedText | undefined => {
    const growing = createGrowingText(event);
    // Nothing said is no message.
    if (growing.blocks().length === 0) return undefined;
    const draft = log.begin(newMessage(event, growing));
    return { speaker: speakerOf(event), idKey: idKeyOf(event), draft, growing };
  };

  const pushPiece = (chain: Chain, event: TextEvent): void => {
    const open = openTextOf(chain, event);
    if (open !== undefined) {
      open.growing.append(event);
      noteChange(open.draft, event);
      return;
    }
    const begun = begin(event);
    if (begun === undefined) return;
    chain.latest = begun;
    chain.unconfirmed.add(begun);
    if (begun.idKey !== undefined) chain.byId.set(begun.idKey, begun);
  };

  const pushWhole = (chain: Chain, event: TextEvent): void => {
    const pieces = piecesOf(chain, event);
    if (pieces === undefined) {
      chain.latest = undefined;
      begin(event);
      return;
    }
    if (chain.latest === pieces) chain.latest = undefined;
    if (pieces.idKey !== undefined) chain.byId.delete(pieces.idKey);
    chain.unconfirmed.delete(pieces);
    pieces.growing.complete(event);
    noteChange(pieces.draft, event);
  };

  return {
    push(event) {
      const chain = chainOf(event.parent_tool_id);
      if (event.delta === true) pushPiece(chain, event);
      else pushWhole(chain, event);
    },
    interrupt(parentToolId) {
      const chain = chains.get(parentToolId);
      if (chain !== undefined) chain.latest = undefined;
    },
    closeAll: () => chains.clear(),
  };
}

/** The text a piece goes to. One with a new id begins its own. */
function openTextOf(chain: Chain, event: TextEvent): PiecedText | undefined {
  const idKey = idKeyOf(event);
  if (idKey !== undefined) return chain.byId.get(idKey);
  return chain.latest?.speaker === speakerOf(event) ? chain.latest : undefined;
}

/** The pieces a whole text takes the place of. */
function piecesOf(chain: Chain, event: TextEvent): PiecedText | undefined {
  const idKey = idKeyOf(event);
  const named = idKey === undefined ? undefined : chain.byId.get(idKey);
  return named ?? chain.unconfirmed.find(event, chain.latest);
}

function noteChange(draft: MessageDraft, event: TextEvent): void {
  if (event.type === 'message') draft.stopReason = event.stop_reason ?? draft.stopReason;
  markChanged(draft);
}

function newMessage(event: TextEvent, growing: GrowingText): NewMessage {
  const shared = {
    event,
    kind: speakerOf(event),
    content: growing.blocks,
    opening: event.content,
    nativeId: event.id,
    parentToolId: event.parent_tool_id,
  };
  if (event.type === 'reasoning') return { ...shared, role: 'assistant' };
  const { role, model, synthetic, stop_reason: stopReason } = event;
  return { ...shared, role, model, synthetic, stopReason };
}
