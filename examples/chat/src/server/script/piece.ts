import type { WrittenScript } from '@dragoman/gateway';

/** What the scripted model knows when it is asked to go on. */
export interface Cue {
  /** All that it has heard in this turn so far, as JSON of whatever form the agent's model reads. */
  readonly heard: string;
  /** Whether its agent can make plans. */
  readonly plans: boolean;
}

/** Something that the scripted model can do. */
export interface Piece {
  readonly title: string;
  /** What it must be asked for it. */
  readonly prompt: string;
  /**
   * What it says and does. It is written again whenever the agent asks the model to go on: later steps
   * may depend on what it has heard by then, earlier ones stay as they were.
   */
  steps(cue: Cue): WrittenScript['steps'];
}
