import type { DragomanEvent, JsonObject, UnifiedMessage, UsageFigures } from '@dragoman/protocol';
import type { SessionStore } from '../sessions/session-store.js';
import type { UsageFormat } from '../usage/usage-format.js';
import type { Recognise } from './recognise.js';

/**
 * What became of a native record. `mapped`: its content is in the events, now or later.
 * `metadata`: understood, and not part of the conversation. `unknown`: no rule covers it.
 */
export type Disposition = 'mapped' | 'metadata' | 'unknown';

/** What an interpreter made of one record. */
export interface Interpretation {
  /** What the agent calls this sort of record, down to its parts: `item.completed/reasoning`. */
  readonly native: string;
  readonly disposition: Disposition;
  readonly events: readonly DragomanEvent[];
  /**
   * Of a record that holds others, such as a whole session in one document: what became of each.
   * They are counted instead of it.
   */
  readonly parts?: readonly InterpretedPart[];
}

/** What became of a record within a record. Its events are among those of the whole. */
export interface InterpretedPart extends Pick<Interpretation, 'native' | 'disposition'> {
  readonly record: JsonObject;
}

/**
 * Interprets the records of one agent in one of its views, in the order they were written. Stateful,
 * deterministic and total: it takes any JSON object and never throws.
 */
export interface Interpreter {
  push(record: JsonObject): Interpretation;
  /** The stream is over: gives what was held back. The interpreter is spent. */
  flush(): readonly DragomanEvent[];
}

/** The two records of a session: what the CLI prints (live), and what it saves. */
export type View = UnifiedMessage['source'];

/** What is known about a live stream before its first byte. */
export interface LiveOptions {
  /** The version of the CLI. Without it, differences between versions are detected from the stream. */
  readonly version?: string;
  /**
   * What the session had used before this turn, for a CLI that goes on counting when it resumes.
   * Without it the first count of a stream is taken for that of the turn.
   */
  readonly usageBefore?: UsageFigures;
  /** Makes the ids of this turn's calls unique, for a CLI that counts them from 1 in every turn. */
  readonly turnId?: string;
}

/** A format that a CLI once printed. */
export interface LegacyFormat {
  /** The first version that prints another, as people name it. */
  readonly before: string;
  /** Like `live` of the agent, and reads only this format; for debugging. */
  live(options?: LiveOptions): Interpreter;
}

/** What the rules of one view make of records, by native name. */
export type RuleSummaries = Readonly<
  Record<string, { readonly becomes: string; readonly disposition: 'mapped' | 'metadata' }>
>;

/**
 * What a line of a CLI's stderr says of the conversation.
 *
 * @param position which line it is, to tell the same words apart
 */
export type ReadDiagnostic = (line: string, position: number) => readonly DragomanEvent[];

/** How what one agent writes is read, in both views. */
export interface AgentInterpreter {
  /** What the CLI writes to stdout. */
  live(options?: LiveOptions): Interpreter;
  /** What is in the CLI's session files. */
  saved(): Interpreter;
  /** Which view a record is of, if it is one that only this CLI writes. */
  readonly recognise: Recognise;
  /** Reads what only stderr says of a turn. Absent: nothing. It is never a sign of how the turn ended. */
  readonly diagnostic?: ReadDiagnostic;
  /** What the CLI printed before its present format. Absent: there was none. */
  readonly legacy?: LegacyFormat;
  /** What each sort of native record becomes, by its name. */
  readonly rules: Readonly<Record<View, RuleSummaries>>;
  readonly sessions: SessionStore;
  /** Where and how the CLI records what its models used. Absent: nobody can add that up. */
  readonly usage?: UsageFormat;
}
