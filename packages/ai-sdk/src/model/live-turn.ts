import type { ModelPart } from '../mapping/model-part.js';
import type { PartMapper } from '../mapping/part-mapper.js';
import type { HeldCall } from './hold-calls.js';
import type { ModelTurn } from './turn-source.js';

/** A turn over all the calls that it takes: a call whose tools the SDK executes is followed by another. */
export interface LiveTurn {
  /** The model that the turn was asked of, such as `codex@0.58.0`. */
  readonly model: string;
  readonly turn: ModelTurn;
  /** The conversation that it belongs to, where it was named. */
  readonly conversation: string | undefined;
  /** The session that it continues, where it continues one. */
  readonly resumes: string | undefined;
  readonly mapper: PartMapper;
  /** What is done to parts on their way, whatever the specification. */
  readonly refine: (parts: readonly ModelPart[]) => readonly ModelPart[];
  /** The names of the tools that were offered to the agent. */
  readonly toolNames: readonly string[];
  /** The requests that have been told and not been answered. */
  readonly open: Set<string>;
  /** The `seq` of the last event that was told. */
  cursor: number;
  /** Calls of the agent's own tools that a whole answer keeps for the step with their results. */
  held: readonly HeldCall[];
}
