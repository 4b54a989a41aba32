/** What the assembler reads of a `message` or `reasoning` event. */
export interface TextPiece {
  readonly type: 'message' | 'reasoning';
  readonly role?: string | undefined;
  readonly content: string;
  readonly delta?: boolean | undefined;
  readonly replaces?: boolean | undefined;
  readonly id?: string | undefined;
  readonly parent_tool_id?: string | undefined;
}

/** A text or a thought that comes in pieces. */
export interface AssembledText<Extra> {
  /** A role, or `reasoning` for the agent's thoughts. Texts of two speakers never join. */
  readonly speaker: string;
  readonly id: string | undefined;
  readonly parentToolId: string | undefined;
  /** What it says so far. */
  content: string;
  /** What the owner of the assembler keeps with the text. */
  readonly extra: Extra;
}

export interface TextAssembler<Event extends TextPiece, Extra> {
  /**
   * The text that an event belongs to, with the event in it. A piece (`delta: true`) is appended; a
   * whole text has replaced the pieces. Undefined for a whole text that has no pieces: the event is all
   * of it.
   */
  push(event: Event): AssembledText<Extra> | undefined;
  /** Something else happened in the chain: the next piece without an id begins a new text. */
  interrupt(parentToolId: string | undefined): void;
  /** A sub-agent is done: none of its texts goes on. */
  close(parentToolId: string): void;
  /** The turn is over: no text goes on. */
  closeAll(): void;
}

export interface TextAssemblerOptions<Event extends TextPiece, Extra> {
  /** Makes what is kept with a text, from its first piece. */
  readonly begin: (first: Event) => Extra;
  /** So many texts with ids are kept in a chain. Of more, that of the oldest piece is taken for complete. Default: all. */
  readonly mostOpen?: number;
}

/** The texts of the agent itself, or of one sub-agent. */
interface Chain<Extra> {
  readonly byId: Map<string, AssembledText<Extra>>;
  /** The text of the last piece. A piece without an id goes here. */
  latest: AssembledText<Extra> | undefined;
  /** A text without an id whose pieces are empty so far, so that it interrupts no other. */
  empty: AssembledText<Extra> | undefined;
}

/** The most chains of an assembler that keeps only so many texts. */
const MOST_CHAINS = 1024;

/**
 * Says which events are one text, and what replaces what. This is the rule of `docs/events.md`:
 *
 * - Pieces with an id append to the text of that id.
 * - A piece without an id continues the latest text of the same speaker in the same chain, if nothing
 *   else came in between.
 * - A whole text with the id of pieces replaces them; an empty one only if it says so (`replaces`).
 * - A whole text without an id completes the open text without an id, if it begins with it.
 * - Any other whole text stands alone.
 *
 * A chain is the agent itself or one sub-agent. A thought and a text may share an id.
 */
export function createTextAssembler<Event extends TextPiece, Extra>({
  begin,
  mostOpen = Number.POSITIVE_INFINITY,
}: TextAssemblerOptions<Event, Extra>): TextAssembler<Event, Extra> {
  const chains = new Map<string | undefined, Chain<Extra>>();
  const isBounded = Number.isFinite(mostOpen);

  const chainOf = (parentToolId: string | undefined): Chain<Extra> => {
    const known = chains.get(parentToolId);
    if (known !== undefined) return known;
    const chain = { byId: new Map(), latest: undefined, empty: undefined };
    chains.set(parentToolId, chain);
    if (isBounded && chains.size > MOST_CHAINS) dropOldest(chains);
    return chain;
  };

  const beginText = (event: Event, chain: Chain<Extra>): AssembledText<Extra> => {
    const text = {
      speaker: speakerOf(event),
      id: event.id,
      parentToolId: event.parent_tool_id,
      content: '',
      extra: begin(event),
    };
    if (event.id === undefined) return text;
    chain.byId.set(keyOf(event, event.id), text);
    if (chain.byId.size > mostOpen) dropOldest(chain.byId);
    return text;
  };

  const pushPiece = (event: Event, chain: Chain<Extra>): AssembledText<Extra> => {
    const text = openText(event, chain) ?? beginText(event, chain);
    if (isBounded && text.id !== undefined) touch(chain.byId, `${text.speaker}:${text.id}`);
    text.content += event.content;
    if (text.content === '') {
      if (text.id === undefined) chain.empty = text;
    } else if (event.content !== '') {
      chain.latest = text;
      chain.empty = undefined;
    }
    return text;
  };

  const pushWhole = (event: Event, chain: Chain<Extra>): AssembledText<Extra> | undefined => {
    const text = piecesOf(event, chain);
    if (text === undefined) {
      interruptChain(chain);
      return undefined;
    }
    if (chain.latest === text) chain.latest = undefined;
    if (chain.empty === text) chain.empty = undefined;
    if (event.content !== '' || event.replaces === true) text.content = event.content;
    return text;
  };

  return {
    push(event) {
      if (event.delta === true) return pushPiece(event, chainOf(event.parent_tool_id));
      // Saved texts have no pieces: nothing is kept or looked up for them.
      const chain = chains.get(event.parent_tool_id);
      return chain === undefined ? undefined : pushWhole(event, chain);
    },
    interrupt(parentToolId) {
      const chain = chains.get(parentToolId);
      if (chain !== undefined) interruptChain(chain);
    },
    close: (parentToolId) => void chains.delete(parentToolId),
    closeAll: () => chains.clear(),
  };
}

/** Whether an event is the next piece of a text or a thought. */
export function isTextPiece<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, TextPiece> {
  const isText = event.type === 'message' || event.type === 'reasoning';
  return isText && 'delta' in event && event.delta === true;
}

/** Who speaks: a role, or `reasoning`. */
export function speakerOf({ type, role = type }: TextPiece): string {
  return type === 'message' ? role : type;
}

function keyOf(event: TextPiece, id: string): string {
  return `${speakerOf(event)}:${id}`;
}

/** Removes the first entry of a map. */
function dropOldest<Key>(map: Map<Key, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}

/** Makes an entry of a map the last one. */
function touch<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key);
  if (value === undefined || map.size === 1) return;
  map.delete(key);
  map.set(key, value);
}

function interruptChain<Extra>(chain: Chain<Extra>): void {
  chain.latest = undefined;
  chain.empty = undefined;
}

/** The text that a piece goes on with. */
function openText<Extra>(
  event: TextPiece,
  { byId, latest, empty }: Chain<Extra>,
): AssembledText<Extra> | undefined {
  if (event.id !== undefined) return byId.get(keyOf(event, event.id));
  const speaker = speakerOf(event);
  if (latest?.speaker === speaker) return latest;
  return empty?.speaker === speaker ? empty : undefined;
}

/** The text in pieces that a whole text replaces or completes. */
function piecesOf<Extra>(
  event: TextPiece,
  { byId, latest, empty }: Chain<Extra>,
): AssembledText<Extra> | undefined {
  if (event.id !== undefined) return byId.get(keyOf(event, event.id));
  const open = latest?.speaker === speakerOf(event) ? latest : empty;
  if (open === undefined || open.id !== undefined || open.speaker !== speakerOf(event)) {
    return undefined;
  }
  return event.content.startsWith(open.content) ? open : undefined;
}
