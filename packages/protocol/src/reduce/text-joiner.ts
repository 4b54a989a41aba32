import { createGrowingText, type GrowingText, type TextEvent } from './growing-text.js';
import { type MessageDraft, markChanged } from './message-draft.js';
import type { MessageLog, NewMessage } from './message-log.js';

/** A text of which more may come. */
interface OpenText {
  readonly speaker: string;
  readonly idKey: string | undefined;
  readonly draft: MessageDraft;
  readonly growing: GrowingText;
}

/** The open texts of one chain: the agent's own, or one sub-agent's. */
interface Chain {
  latest: OpenText | undefined;
  readonly byId: Map<string, OpenText>;
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
 * without an id to the latest. A whole text that repeats the open one, or repeats it and goes on,
 * closes it instead of being said again: some agents send the pieces and then all of it.
 */
export function createTextJoiner(log: MessageLog): TextJoiner {
  const chains = new Map<string | undefined, Chain>();

  const chainOf = (parentToolId: string | undefined): Chain => {
    const known = chains.get(parentToolId);
    if (known !== undefined) return known;
    const chain: Chain = { latest: undefined, byId: new Map() };
    chains.set(parentToolId, chain);
    return chain;
  };

  const begin = (event: TextEvent): OpenText | undefined => {
    const growing = createGrowingText(event);
    // Nothing said is no message.
    if (growing.blocks().length === 0) return undefined;
    const draft = log.begin(newMessage(event, growing));
    return { speaker: speakerOf(event), idKey: idKeyOf(event), draft, growing };
  };

  const pushPiece = (chain: Chain, event: TextEvent): void => {
    const open = findOpen(chain, event);
    if (open !== undefined) {
      open.growing.append(event);
      noteChange(open.draft, event);
      return;
    }
    const begun = begin(event);
    if (begun === undefined) return;
    chain.latest = begun;
    if (begun.idKey !== undefined) chain.byId.set(begun.idKey, begun);
  };

  const pushWhole = (chain: Chain, event: TextEvent): void => {
    const open = findOpen(chain, event);
    chain.latest = undefined;
    if (open?.idKey !== undefined) chain.byId.delete(open.idKey);
    if (open === undefined || !repeats(open.growing.text, event.content)) {
      begin(event);
      return;
    }
    open.growing.complete(event);
    noteChange(open.draft, event);
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

function findOpen(chain: Chain, event: TextEvent): OpenText | undefined {
  const idKey = idKeyOf(event);
  const named = idKey === undefined ? undefined : chain.byId.get(idKey);
  if (named !== undefined) return named;
  // A piece with a new id begins its own text; a whole text may close one that began without an id.
  if (idKey !== undefined && (event.delta === true || chain.latest?.idKey !== undefined)) {
    return undefined;
  }
  return chain.latest?.speaker === speakerOf(event) ? chain.latest : undefined;
}

/** Trailing space doesn't count: Gemini streams "I will list. " and then says "I will list.". */
function repeats(open: string, whole: string): boolean {
  return whole === '' || whole.startsWith(open.trimEnd());
}

function noteChange(draft: MessageDraft, event: TextEvent): void {
  if (event.type === 'message') draft.stopReason = event.stop_reason ?? draft.stopReason;
  markChanged(draft);
}

function speakerOf(event: TextEvent): string {
  return event.type === 'message' ? event.role : event.type;
}

function idKeyOf(event: TextEvent): string | undefined {
  return event.id === undefined ? undefined : `${speakerOf(event)}:${event.id}`;
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
