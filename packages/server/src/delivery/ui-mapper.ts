import type { JournaledEvent, JsonObject } from '@dragoman/protocol';

/**
 * Makes chunks of the AI SDK's UI message stream of the events of one turn. Pure: the same events give
 * the same chunks, so that a reader who comes back can have them all again. `@dragoman/ai-sdk/ui` has it.
 */
export interface UiMapper {
  /** The chunks of one event. */
  push(event: JournaledEvent): readonly JsonObject[];
  /**
   * The agent waits for answers of the page: ends the message that is open, so that the page answers.
   * The events after it belong to the next response.
   */
  pause(): readonly JsonObject[];
  /** Whether the last chunk of the message has been given. */
  readonly isFinished: boolean;
}

export interface UiMapperOptions {
  /**
   * The turn: it is the id of the message, the same in all its responses, and stands in the metadata of
   * calls that the page executes.
   */
  readonly turnId?: string | undefined;
  /**
   * How the turn stands when a reader comes back: a page doesn't execute again what was asked by then and
   * is not open any more. What is asked later is the page's to execute. Default: nothing was asked yet.
   */
  readonly asOf?: TurnStanding | undefined;
}

/** How far a turn is, and which of its requests wait for an answer. */
export interface TurnStanding {
  readonly lastSeq: number;
  readonly requests: readonly { readonly requestId: string }[];
}
