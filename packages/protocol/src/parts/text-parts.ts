import type { MessageEvent, ReasoningEvent } from '../event/text-events.js';
import { type AssembledText, createTextAssembler } from '../text/text-assembler.js';
import type { PartMetadata, PartSink, TurnPart } from './turn-part.js';

export type TextEvent = MessageEvent | ReasoningEvent;

/** What of a text has been passed on, and in which blocks. */
interface Said {
  said: string;
  blocks: readonly string[];
}

interface OpenBlock {
  readonly id: string;
  readonly kind: 'text' | 'reasoning';
  /** The text in pieces that it shows; a text that comes whole has none. */
  readonly text: AssembledText<Said> | undefined;
}

/** The texts of the agent itself, or of one sub-agent. */
interface Chain {
  readonly parent: string | undefined;
  open: OpenBlock | undefined;
}

export interface TextParts {
  push(event: TextEvent, parts: PartSink): void;
  /**
   * Something else happened in the chain. A text with an id may go on after it, as tools run while the
   * text behind them is still being written; any other is complete. Without `parts` its block is
   * closed only when the next one opens.
   */
  interrupt(parentToolId: string | undefined, parts?: PartSink): void;
  /** The agent waits for its caller: what it says after that is another text. */
  close(parts: PartSink): void;
  /** A step is over: what is open is closed, and goes on in another block. */
  pause(parts: PartSink): void;
  /** Closes all that is open. */
  closeAll(parts: PartSink): void;
  /** Whether the agent's own text is open. */
  readonly isOpen: boolean;
  /** What the agent's own text says so far; nothing once it is complete. */
  readonly latest: string;
}

/** So many texts may go on; an older one that does begins another block. */
const MOST_OPEN = 64;

/**
 * Texts and thoughts as blocks with deltas. Parts can't be taken back: of a whole text that replaces
 * its pieces only the missing end is passed on, or, where it differs from them, all of it in a block
 * beside them whose metadata names the blocks that it replaces. What a sub-agent says is no part of the answer, so it becomes reasoning that names the
 * call it belongs to.
 */
export function createTextParts(): TextParts {
  const texts = createTextAssembler<TextEvent, Said>({
    begin: () => ({ said: '', blocks: [] }),
    mostOpen: MOST_OPEN,
  });
  const chains = new Map<string | undefined, Chain>();
  let blocks = 0;
  let latestAnswer: AssembledText<Said> | undefined;

  const chainOf = (parent: string | undefined): Chain => {
    const known = chains.get(parent);
    if (known !== undefined) return known;
    const chain = { parent, open: undefined };
    chains.set(parent, chain);
    return chain;
  };
  const close = (chain: Chain, parts: PartSink): void => {
    if (chain.open === undefined) return;
    const { kind, id } = chain.open;
    parts.push(kind === 'text' ? { type: 'text-end', id } : { type: 'reasoning-end', id });
    chain.open = undefined;
  };
  const open = (
    chain: Chain,
    kind: OpenBlock['kind'],
    text: OpenBlock['text'],
    parts: PartSink,
    replaces: readonly string[] = [],
  ): OpenBlock => {
    close(chain, parts);
    blocks += 1;
    const block = { id: `${kind}-${blocks}`, kind, text };
    chain.open = block;
    const { id } = block;
    const of = metadataOf(chain.parent, replaces);
    parts.push(
      kind === 'text' ? { type: 'text-start', id, ...of } : { type: 'reasoning-start', id, ...of },
    );
    return block;
  };
  /** Passes on the next words of a text, in its open block or in a new one. */
  const say = (
    chain: Chain,
    event: TextEvent,
    text: OpenBlock['text'],
    delta: string,
    parts: PartSink,
  ): void => {
    if (delta === '') return;
    const isOpen = text !== undefined && chain.open?.text === text;
    const block = (isOpen && chain.open) || open(chain, kindOf(chain, event), text, parts);
    if (text !== undefined) {
      text.extra.said += delta;
      if (!isOpen) text.extra.blocks = [...text.extra.blocks, block.id];
    }
    parts.push(deltaOf(block, delta));
  };
  /** A whole text that differs from what was passed on of it, in a separate block. */
  const replace = (
    chain: Chain,
    event: TextEvent,
    text: AssembledText<Said>,
    parts: PartSink,
  ): void => {
    const block = open(chain, kindOf(chain, event), undefined, parts, text.extra.blocks);
    if (event.content !== '') parts.push(deltaOf(block, event.content));
    close(chain, parts);
    text.extra.said = event.content;
    text.extra.blocks = [block.id];
  };

  const pushWhole = (
    chain: Chain,
    event: TextEvent,
    text: OpenBlock['text'],
    parts: PartSink,
  ): void => {
    const missing = text && missingOf(event, text.extra.said);
    if (text === undefined) {
      close(chain, parts);
      say(chain, event, undefined, event.content, parts);
      close(chain, parts);
    } else if (missing === undefined) replace(chain, event, text, parts);
    else {
      say(chain, event, text, missing, parts);
      if (chain.open?.text === text) close(chain, parts);
    }
    if (event.type === 'message' && chain.parent === undefined) latestAnswer = undefined;
  };
  const interrupt = (parent: string | undefined, parts?: PartSink): void => {
    texts.interrupt(parent);
    const chain = chains.get(parent);
    if (parts && chain?.open?.text?.id === undefined && chain) close(chain, parts);
  };

  return {
    push(event, parts) {
      const chain = chainOf(event.parent_tool_id);
      const text = texts.push(event);
      if (event.type === 'message' && event.role !== 'assistant') {
        if (event.content !== '') interrupt(event.parent_tool_id, parts);
      } else if (event.delta !== true) pushWhole(chain, event, text, parts);
      else {
        say(chain, event, text, event.content, parts);
        if (event.type === 'message' && chain.parent === undefined) latestAnswer = text;
      }
    },
    interrupt,
    close(parts) {
      texts.interrupt(undefined);
      close(chainOf(undefined), parts);
    },
    pause(parts) {
      for (const chain of chains.values()) close(chain, parts);
    },
    closeAll(parts) {
      for (const chain of chains.values()) close(chain, parts);
      chains.clear();
      texts.closeAll();
    },
    get isOpen() {
      return chains.get(undefined)?.open?.kind === 'text';
    },
    get latest() {
      return latestAnswer?.extra.said ?? '';
    },
  };
}

/**
 * What a whole text has that its pieces haven't said; undefined where it contradicts them. The space
 * around a text contradicts nothing.
 */
function missingOf({ content: whole, replaces }: TextEvent, said: string): string | undefined {
  if (whole === '') return replaces === true && said !== '' ? undefined : '';
  if (whole.startsWith(said)) return whole.slice(said.length);
  const [wholeText, saidText] = [whole.trim(), said.trim()];
  return wholeText.startsWith(saidText) ? wholeText.slice(saidText.length) : undefined;
}

/** What a sub-agent says is no part of the answer. */
function kindOf({ parent }: Chain, { type }: TextEvent): OpenBlock['kind'] {
  return type === 'message' && parent === undefined ? 'text' : 'reasoning';
}

function deltaOf({ kind, id }: OpenBlock, delta: string): TurnPart {
  return kind === 'text'
    ? { type: 'text-delta', id, delta }
    : { type: 'reasoning-delta', id, delta };
}

function metadataOf(
  parent: string | undefined,
  replaces: readonly string[],
): { providerMetadata?: PartMetadata } {
  if (parent === undefined && replaces.length === 0) return {};
  const dragoman = {
    ...(parent !== undefined && { parentToolCallId: parent }),
    ...(replaces.length > 0 && { replaces: [...replaces] }),
  };
  return { providerMetadata: { dragoman } };
}

/** The blocks that one replaces, by the metadata of its start. */
export function replacedBlocks(metadata: PartMetadata | undefined): readonly string[] {
  const replaces = metadata?.dragoman?.replaces;
  return Array.isArray(replaces) ? replaces.filter((id) => typeof id === 'string') : [];
}
