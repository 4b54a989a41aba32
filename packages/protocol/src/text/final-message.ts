import type { DragomanEvent } from '../event/dragoman-event.js';
import { traitsOf } from '../event/event-traits.js';
import { type AssembledText, createTextAssembler, type TextPiece } from './text-assembler.js';

/** Finds the final message of a turn while its events are read, and keeps no more than that. */
export interface FinalMessage {
  push(event: DragomanEvent): void;
  /** What `finalMessage` gives for all events so far. */
  text(): string | undefined;
}

/** Agents have a few texts open at a time. */
const MOST_OPEN = 64;

/**
 * The last text that the agent itself completed in a turn: not one of a sub-agent, and not one that was
 * broken off because the turn failed or was stopped. Undefined where there is none.
 *
 * @example
 * const final = createFinalMessage();
 * for await (const event of turn.events()) final.push(event);
 * final.text();
 */
export function createFinalMessage(): FinalMessage {
  const texts = createTextAssembler<TextPiece, undefined>({
    begin: () => undefined,
    mostOpen: MOST_OPEN,
  });
  let completed: string | undefined;
  /** The text that is being written, and the one that was completed last. */
  let open: AssembledText<undefined> | undefined;
  let latest: AssembledText<undefined> | undefined;

  const complete = (content: string): void => {
    if (content.trim() !== '') completed = content;
  };

  const completeOpen = (): void => {
    if (open === undefined) return;
    latest = open;
    complete(open.content);
    open = undefined;
  };

  const take = (event: TextPiece): void => {
    const text = texts.push(event);
    if (text !== open) completeOpen();
    if (event.delta === true) open = text;
    else if (text === undefined) {
      complete(event.content);
      latest = undefined;
    }
    // A whole text in place of an earlier one doesn't make it the last.
    else if (text === open || text === latest) {
      open = undefined;
      latest = text;
      complete(text.content);
    }
  };

  /** Nothing goes on from here. What is open was completed only where nothing went wrong. */
  const finish = (isGood: boolean): void => {
    if (isGood) completeOpen();
    open = undefined;
    texts.closeAll();
  };

  return {
    push(event) {
      if ('parent_tool_id' in event && event.parent_tool_id !== undefined) return;
      if (event.type === 'message' && event.role === 'assistant') take(event);
      else if (event.type === 'end') finish(event.status === 'success');
      else if (event.type === 'turn') {
        if (event.status !== 'started') finish(event.status === 'completed');
      } else if (traitsOf(event.type)?.interruptsText === 'in its chain') {
        texts.interrupt(undefined);
        completeOpen();
      }
    },
    text: () => completed,
  };
}

/**
 * The last text that the agent itself completed in a turn. For a journal that is read, `createFinalMessage`
 * holds no events.
 */
export function finalMessage(events: Iterable<DragomanEvent>): string | undefined {
  const final = createFinalMessage();
  for (const event of events) final.push(event);
  return final.text();
}
