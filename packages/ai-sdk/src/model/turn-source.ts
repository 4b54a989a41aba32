import type { ReasoningEffort } from '@dragoman/agents';
import type { JournaledEvent } from '@dragoman/protocol';
import type { AnswerReceipt, CallerTool, ToolAnswer } from '@dragoman/runtime';

/** An image for the prompt. */
export interface TurnImage {
  /** Such as `image/png`. */
  readonly mediaType: string;
  readonly data: Uint8Array;
}

/** A tool of the caller, as data: turns may run elsewhere. */
export type OfferedTool = Omit<CallerTool, 'checkOutput'>;

/** What a model asks of an agent. */
export interface TurnRequest {
  readonly prompt: string;
  /** The session that the turn continues. */
  readonly resume?: string;
  /** The session that the turn continues in a new session. */
  readonly fork?: string;
  readonly images: readonly TurnImage[];
  /** The tools that are offered to the agent. A call is a `tool_request`, which is answered. */
  readonly tools?: readonly OfferedTool[];
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly reasoningEffort?: ReasoningEffort;
}

/** A turn that has begun. */
export interface ModelTurn {
  readonly id: string;
  /** All its events after the one with that `seq`, those to come included. */
  events(options: { after?: number; signal?: AbortSignal }): AsyncIterable<JournaledEvent>;
  /** Answers a request for a tool. One that nobody waits for any more is no error. */
  answer(requestId: string, answer: ToolAnswer): Promise<AnswerReceipt>;
  /** Asks the agent to stop. Resolves when it has. */
  cancel(reason: string): Promise<void>;
}

/**
 * Where a model's turns run: in this process, or behind anything that can start a turn, read
 * it from a cursor, answer it and cancel it.
 */
export interface TurnSource {
  /** Rejects when the turn can't begin; what goes wrong later is in its events. */
  start(request: TurnRequest, signal?: AbortSignal): Promise<ModelTurn>;
}
