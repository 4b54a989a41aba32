import type { MessageEvent, ReasoningEvent } from '@dragoman/protocol';
import type { Metadata, ModelPart } from './model-part.js';
import { createRecentTexts, type RecentTexts, type SaidText } from './recent-texts.js';

export type TextEvent = MessageEvent | ReasoningEvent;

interface OpenBlock {
  readonly id: string;
  readonly kind: 'text' | 'reasoning';
  readonly text: SaidText;
}

/** The texts of the agent itself, or of one sub-agent. */
interface Chain {
  readonly parent: string | undefined;
  readonly recent: RecentTexts;
  /** Where a piece without an id goes. */
  latest: SaidText | undefined;
  open: OpenBlock | undefined;
}

export interface TextParts {
  push(event: TextEvent, parts: ModelPart[]): void;
  /**
   * Something else happened in the chain. A text with an id may go on after it, as tools run while the
   * text behind them is still being written; any other is complete.
   */
  interrupt(parentToolId: string | undefined, parts: ModelPart[]): void;
  /** The agent waits for its caller: what it says after that is another text. */
  close(parts: ModelPart[]): void;
  /** A step is over: what is open is closed, and goes on in another block. */
  pause(parts: ModelPart[]): void;
  /** Closes all that is open. */
  closeAll(parts: ModelPart[]): void;
  /** Whether the agent's own text is open. */
  readonly isOpen: boolean;
  /** What the agent's own text says so far; nothing once it is complete. */
  readonly latest: string;
}

/**
 * Texts and thoughts as blocks with deltas. Some agents send the pieces and then all of it: what a
 * whole text repeats isn't told again, what it adds is. What a sub-agent says is no part of the
 * answer, so it is told as reasoning that names the call it belongs to.
 */
export function createTextParts(): TextParts {
  const chains = new Map<string | undefined, Chain>();
  let blocks = 0;
  let latestAnswer: SaidText | undefined;

  const chainOf = (parent: string | undefined): Chain => {
    const known = chains.get(parent);
    if (known !== undefined) return known;
    const chain = { parent, recent: createRecentTexts(), latest: undefined, open: undefined };
    chains.set(parent, chain);
    return chain;
  };
  const close = (chain: Chain, parts: ModelPart[]): void => {
    if (chain.open === undefined) return;
    const { kind, id } = chain.open;
    parts.push(kind === 'text' ? { type: 'text-end', id } : { type: 'reasoning-end', id });
    chain.open = undefined;
  };
  const openFor = (
    chain: Chain,
    text: SaidText,
    event: TextEvent,
    parts: ModelPart[],
  ): OpenBlock => {
    if (chain.open?.text === text) return chain.open;
    close(chain, parts);
    blocks += 1;
    const kind = event.type === 'message' && chain.parent === undefined ? 'text' : 'reasoning';
    const id = `${kind}-${blocks}`;
    chain.open = { id, kind, text };
    const of = belonging(chain.parent);
    parts.push(
      kind === 'text' ? { type: 'text-start', id, ...of } : { type: 'reasoning-start', id, ...of },
    );
    return chain.open;
  };
  const say = (
    chain: Chain,
    text: SaidText,
    event: TextEvent,
    delta: string,
    parts: ModelPart[],
  ): void => {
    if (delta === '') return;
    const { kind, id } = openFor(chain, text, event, parts);
    text.add(delta);
    if (kind === 'text') latestAnswer = text;
    parts.push(
      kind === 'text' ? { type: 'text-delta', id, delta } : { type: 'reasoning-delta', id, delta },
    );
  };

  const pushPiece = (chain: Chain, event: TextEvent, parts: ModelPart[]): void => {
    if (event.content === '') return;
    const known = chain.recent.ofPiece(event, chain.latest);
    const text = known ?? chain.recent.begin(event);
    chain.latest = text;
    say(chain, text, event, event.content, parts);
  };
  const pushWhole = (chain: Chain, event: TextEvent, parts: ModelPart[]): void => {
    const pieces = chain.recent.repeatedBy(event, chain.latest);
    if (pieces === undefined) {
      close(chain, parts);
      say(chain, chain.recent.unkept(event), event, event.content, parts);
      close(chain, parts);
    } else {
      const isOpen = chain.open?.text === pieces;
      say(chain, pieces, event, pieces.missingOf(event.content), parts);
      if (isOpen || chain.open?.text === pieces) close(chain, parts);
      chain.recent.settle(pieces);
    }
    if (pieces === undefined || chain.latest === pieces) chain.latest = undefined;
    if (event.type === 'message' && chain.parent === undefined) latestAnswer = undefined;
  };

  return {
    push(event, parts) {
      const chain = chainOf(event.parent_tool_id);
      if (event.delta === true) pushPiece(chain, event, parts);
      else pushWhole(chain, event, parts);
    },
    interrupt(parent, parts) {
      const chain = chains.get(parent);
      if (chain === undefined || chain.open?.text.key !== undefined) return;
      close(chain, parts);
      chain.latest = undefined;
    },
    close(parts) {
      const chain = chains.get(undefined);
      if (chain === undefined) return;
      close(chain, parts);
      chain.latest = undefined;
    },
    pause(parts) {
      for (const chain of chains.values()) close(chain, parts);
    },
    closeAll(parts) {
      for (const chain of chains.values()) close(chain, parts);
      chains.clear();
    },
    get isOpen() {
      return chains.get(undefined)?.open?.kind === 'text';
    },
    get latest() {
      return latestAnswer?.said ?? '';
    },
  };
}

function belonging(parent: string | undefined): { providerMetadata?: Metadata } {
  return parent === undefined
    ? {}
    : { providerMetadata: { dragoman: { parentToolCallId: parent } } };
}
