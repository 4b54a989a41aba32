import type { EndEvent, JournaledEvent, UsageFigures } from '@dragoman/protocol';
import type { AnswerReceipt, ToolAnswer } from '../tools/tool-answer.js';
import type { InputReceipt } from './turn-input.js';

/** Which events of a turn to read. */
export interface EventsOptions {
  /** The `seq` of the last event that the reader has. Default: 0, from the beginning. */
  readonly after?: number;
  /** Ends the reading, not the turn. */
  readonly signal?: AbortSignal;
}

/** One request to an agent, until its `end`. */
export interface Turn {
  readonly id: string;
  /** Where its journal is. Another process opens the turn with it. */
  readonly directory: string;
  /** The agent's own id of the session, from the moment it is known. */
  readonly sessionId: string | undefined;
  /** All its events, those to come included. Readers don't know of each other, nor the turn of them. */
  events(options?: EventsOptions): AsyncIterable<JournaledEvent>;
  /** The same as lines of NDJSON. */
  lines(options?: EventsOptions): AsyncIterable<string>;
  /** What the model has been asked for so far, as the gateway counts it. Only the owner knows. */
  usage(): UsageFigures | undefined;
  /**
   * How it ended. Then nothing of it is left but its journal and its session. Never rejects for who
   * started the turn; who opened it gets an error when its journal can't be read.
   */
  readonly outcome: Promise<EndEvent>;
  /**
   * Answers a `tool_request` (or `snapshot_request`, `execute_request`) of the turn, by its
   * `requestId`. The agent gets what is wrong with an answer as the error of its call.
   */
  answer(requestId: string, answer: ToolAnswer): Promise<AnswerReceipt>;
  /**
   * More for an agent that is at work: it reads the text at its next step, where the journal has it as a
   * `message` of the user. Only of a turn that was started with `acceptsInput`. Rejects with
   * `invalid_request` where the agent would take the text for something else, and for more than 1 MiB.
   */
  input(text: string): Promise<InputReceipt>;
  /** Asks the agent to stop: SIGINT, then SIGTERM, then SIGKILL. Resolves when it has ended. */
  cancel(reason?: string): Promise<void>;
  /** Stops it at once. */
  kill(): Promise<void>;
}
