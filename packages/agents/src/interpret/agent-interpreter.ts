import type { UsageFigures } from '@dragoman/protocol';
import type { SessionStore } from '../sessions/session-store.js';
import type { Interpreter } from './interpreter.js';
import type { Recognise } from './recognise.js';
import type { ViewGap } from './view-gap.js';

/** What is known about a live stream before its first byte. */
export interface LiveOptions {
  /** The version of the CLI. Without it, what differs between versions is told from the stream. */
  readonly version?: string;
  /**
   * What the session had used before this turn, for a CLI that counts on when it resumes. Without it
   * the first count of a stream is taken for the turn's own.
   */
  readonly usageBefore?: UsageFigures;
  /** Sets the ids of this turn's calls apart from those of other turns, whose CLI counts them anew. */
  readonly turnId?: string;
}

/** A format that a CLI once printed. */
export interface LegacyFormat {
  /** The first version that prints another, as people name it. */
  readonly before: string;
  /** As the `live` of the agent, and understands nothing but this format, for debugging. */
  live(options?: LiveOptions): Interpreter;
}

/** How one agent is understood, in both of its views. */
export interface AgentInterpreter {
  /** What the CLI writes to stdout. */
  live(options?: LiveOptions): Interpreter;
  /** What the CLI keeps in its session files. */
  saved(): Interpreter;
  /** Which view a record is of, if it is one that only this CLI writes. */
  readonly recognise: Recognise;
  /** What the CLI printed before its present format. Absent: it has always printed this one. */
  readonly legacy?: LegacyFormat;
  /** What only one of the two views says. */
  readonly gaps: readonly ViewGap[];
  readonly sessions: SessionStore;
}
