import type { ReasoningEffort } from '@dragoman/agents';
import type { EndEvent, JournaledEvent } from '@dragoman/protocol';
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
  /** The agent, with its version where one was asked for, such as `codex@0.58.0`. */
  readonly agent: string;
  readonly prompt: string;
  /** The session that the turn continues. */
  readonly resume?: string;
  /** The session that the turn continues in a new session. */
  readonly fork?: string;
  readonly images: readonly TurnImage[];
  /** The tools that are offered to the agent. A call is a `tool_request`, which is answered. */
  readonly tools?: readonly OfferedTool[];
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  /** What asks for the schema at the end of a prompt, for an agent that can't be held to one. */
  readonly schemaWords?: string;
  readonly reasoningEffort?: ReasoningEffort;
  /** The caller's own name of the conversation. It is kept with the turn. */
  readonly conversation?: string;
  /** What is new in it, for who goes on with the session of a named conversation by itself. */
  readonly news?: Pick<TurnRequest, 'prompt' | 'images'>;
}

/** A turn that has begun. */
export interface ModelTurn {
  readonly id: string;
  /** All its events after the one with that `seq`, those to come included. */
  events(options: { after?: number; signal?: AbortSignal }): AsyncIterable<JournaledEvent>;
  /**
   * Answers a request for a tool. One that nobody waits for any more is no error, and the same answer
   * again is taken again.
   */
  answer(requestId: string, answer: ToolAnswer): Promise<AnswerReceipt>;
  /** Asks the agent to stop. Resolves when it has. */
  cancel(reason: string): Promise<void>;
}

/** A turn that was begun before, by whichever process. */
export interface OpenedTurn extends ModelTurn {
  /** The name of its agent, without a version; `undefined` where only whoever runs it knows that. */
  readonly agent: string | undefined;
  /** The conversation that it belongs to, where it was named. */
  readonly conversation: string | undefined;
  /** The `seq` of its latest event. */
  readonly lastSeq: number;
  /** How it ended, where it has. */
  readonly end: EndEvent | undefined;
}

/**
 * Where a model's turns run: in this process, or behind anything that can start a turn, find it again,
 * read it from a cursor, answer it and cancel it.
 */
export interface TurnSource {
  /**
   * Whose turns they are, where one process has several: what is one's is not found, answered or ended
   * by another. Sources that are made anew for the same one have the same.
   */
  readonly scope?: string | undefined;
  /** Rejects when the turn can't begin; what goes wrong later is in its events. */
  start(request: TurnRequest, signal?: AbortSignal): Promise<ModelTurn>;
  /**
   * A turn that was begun before. The id may be any text. Rejects with `turn_unknown` where there is no
   * such turn.
   */
  open(turnId: string): Promise<OpenedTurn>;
}
