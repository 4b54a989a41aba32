import type { ReasoningEffort } from '@dragoman/agents';
import type { JournaledEvent } from '@dragoman/protocol';

/** An image for the prompt. */
export interface TurnImage {
  /** Such as `image/png`. */
  readonly mediaType: string;
  readonly data: Uint8Array;
}

/** What a model asks of an agent. */
export interface TurnRequest {
  readonly prompt: string;
  /** The session that the turn continues. */
  readonly resume?: string;
  /** The session that the turn continues in a new session. */
  readonly fork?: string;
  readonly images: readonly TurnImage[];
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly reasoningEffort?: ReasoningEffort;
}

/** A turn that has begun. */
export interface ModelTurn {
  readonly id: string;
  /** All its events after the one with that `seq`, those to come included. */
  events(options: { after?: number; signal?: AbortSignal }): AsyncIterable<JournaledEvent>;
  /** Asks the agent to stop. Resolves when it has. */
  cancel(reason: string): Promise<void>;
}

/**
 * Where a model's turns are conducted: in this process, or behind anything that can start a turn, read
 * it from a cursor and cancel it.
 */
export interface TurnSource {
  /** Rejects when the turn can't begin; what goes wrong later, its events tell. */
  start(request: TurnRequest, signal?: AbortSignal): Promise<ModelTurn>;
}
