import type { LooseEvent } from '../event/dragoman-event.js';
import { traitsOf } from '../event/event-traits.js';
import { createTextAssembler, type TextPiece } from '../text/text-assembler.js';
import type { Redactor } from './redactor.js';
import { createTextRedactor, type TextRedactor } from './text-redactor.js';

/** Redacts the events of a turn as they come. Some may give none at once, some several. */
export interface EventRedactor {
  push(event: LooseEvent): LooseEvent[];
  /** The same for an event that is passed on as it is. */
  pass(event: LooseEvent): LooseEvent[];
  /** What was held back of texts: the end of the turn. */
  flush(): LooseEvent[];
}

/** A text, or what a tool prints, of which more may come. */
interface OpenText {
  /** The fields that each of its pieces has. */
  readonly head: LooseEvent;
  readonly redactor: TextRedactor;
  /** The tool that prints it, for what a tool prints. */
  readonly toolId?: string;
}

/** Texts under way at once. One more, and the oldest gives up what it holds. */
const MOST_TEXTS = 64;
const HEAD_FIELDS = ['type', 'role', 'delta', 'id', 'tool_id', 'parent_tool_id'];
const PIECE_FIELDS: ReadonlySet<string> = new Set([...HEAD_FIELDS, 'content', 'ts']);

/**
 * A secret may lie across the pieces of a text. The shortest end of a piece that could become one
 * waits for the next piece of the same text, or for what ends the text; it is then emitted as one
 * more piece. All else goes on at once, in its order.
 */
export function createEventRedactor(redactor: Redactor): EventRedactor {
  const beginText = (first: LooseEvent): OpenText => ({
    head: redactor.event(headOf(first)),
    redactor: createTextRedactor(redactor.finder),
  });
  const texts = createTextAssembler<TextPiece & { event: LooseEvent }, OpenText>({
    begin: ({ event }) => beginText(event),
    mostOpen: MOST_TEXTS,
  });
  const outputs = new Map<string, OpenText>();
  /** Those that may hold something, in the order of their last pieces. */
  const open = new Set<OpenText>();

  const release = (ended: Iterable<OpenText>): LooseEvent[] => {
    const released: LooseEvent[] = [];
    for (const text of ended) {
      open.delete(text);
      if (text.toolId !== undefined) outputs.delete(text.toolId);
      const content = text.redactor.flush();
      if (content !== '') released.push({ ...text.head, content });
    }
    return released;
  };
  const releaseEnded = (event: LooseEvent, own?: OpenText): LooseEvent[] => {
    if (open.size === 0) return [];
    return release([...open].filter((text) => text !== own && endsText(event, text)));
  };
  /** Shows the event to the assembler, and gives the text that it is a piece of. */
  const openTextOf = (event: LooseEvent): OpenText | undefined => {
    const text = readText(event);
    if (text !== undefined) {
      const assembled = texts.push({ ...text, event });
      // What the text says is not needed here, and may be long.
      if (assembled !== undefined) assembled.content = '';
      return text.delta === true ? assembled?.extra : undefined;
    }
    if (event.type === 'tool_output' && typeof event.content === 'string') {
      const toolId = String(event.tool_id);
      const output = outputs.get(toolId) ?? { ...beginText(event), toolId };
      outputs.set(toolId, output);
      return output;
    }
    interruptTexts(event);
    return undefined;
  };
  const interruptTexts = (event: LooseEvent): void => {
    if (endsAll(event)) {
      texts.closeAll();
      outputs.clear();
    } else if (traitsOf(event.type)?.interruptsText === 'in its chain') {
      texts.interrupt(textOrNothing(event.parent_tool_id));
    }
    if (event.type === 'tool_result') texts.close(String(event.tool_id));
  };

  return {
    push(event) {
      const text = openTextOf(event);
      const released = releaseEnded(event, text);
      if (text === undefined) return [...released, redactor.event(event)];
      open.delete(text);
      open.add(text);
      const content = String(event.content);
      const shown = text.redactor.push(content);
      if (open.size > MOST_TEXTS) released.push(...release([...open].slice(0, 1)));
      const isRich = hasMore(event);
      // A last, empty piece with what only the whole knows: nothing of the text may follow it.
      if (content === '' && isRich) {
        return [...released, ...release([text]), redactor.event(event)];
      }
      if (shown === '' && content !== '' && !isRich) return released;
      const rest = isRich ? redactor.event({ ...event, content: '' }) : { ...event, ...text.head };
      return [...released, { ...rest, content: shown }];
    },
    pass(event) {
      interruptTexts(event);
      return [...releaseEnded(event), event];
    },
    flush: () => release([...open]),
  };
}

/** A text event as the assembler reads it. Events may come from any agent and are not checked here. */
function readText(event: LooseEvent): TextPiece | undefined {
  const { type, content } = event;
  if ((type !== 'message' && type !== 'reasoning') || typeof content !== 'string') return undefined;
  return {
    type,
    content,
    delta: event.delta === true,
    role: textOrNothing(event.role),
    id: textOrNothing(event.id),
    parent_tool_id: textOrNothing(event.parent_tool_id),
  };
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The fields of a piece that the others of its text have, too. */
function headOf(event: LooseEvent): LooseEvent {
  const head = HEAD_FIELDS.filter((name) => event[name] !== undefined);
  return { type: event.type, ...Object.fromEntries(head.map((name) => [name, event[name]])) };
}

/** Whether an event has more than a piece of a text. */
function hasMore(event: LooseEvent): boolean {
  for (const name in event) if (!PIECE_FIELDS.has(name)) return true;
  return false;
}

function endsAll(event: LooseEvent): boolean {
  return traitsOf(event.type)?.interruptsText === 'everywhere' && event.status !== 'started';
}

/** Whether a text gives what it holds before this event: no more of it can come, or its order would be lost. */
function endsText(event: LooseEvent, { head }: OpenText): boolean {
  const { type } = event;
  if (endsAll(event) || (type === 'error' && event.fatal === true)) return true;
  if (type === 'tool_result' && event.tool_id === head.parent_tool_id) return true;
  if (head.type === 'tool_output') return type === 'tool_result' && event.tool_id === head.tool_id;
  if (traitsOf(type)?.interruptsText !== 'in its chain') return false;
  if (event.parent_tool_id !== head.parent_tool_id) return false;
  if (readText(event) === undefined) return true;
  const isSameOrUnknown = event.id === undefined || head.id === undefined || event.id === head.id;
  return isSameOrUnknown || (event.delta !== true && type !== head.type);
}
