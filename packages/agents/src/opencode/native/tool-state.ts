import type { FilePart } from './part.js';

interface Span {
  start: number;
  end: number;
  /** When the output was left out of what the model gets to see. */
  compacted?: number;
}

/** The model is still writing the input. */
export interface ToolStatePending {
  status: 'pending';
  input: Record<string, unknown>;
  raw: string;
}

/** At work, or cut off while it was. */
export interface ToolStateRunning {
  status: 'running';
  input: Record<string, unknown>;
  title?: string;
  metadata?: Record<string, unknown>;
  time: Pick<Span, 'start'>;
}

/** Done. A command that failed is done, too: its exit code is in `metadata.exit`. */
export interface ToolStateCompleted {
  status: 'completed';
  input: Record<string, unknown>;
  output: string;
  title: string;
  metadata: Record<string, unknown>;
  time: Span;
  attachments?: FilePart[];
}

/** Refused, failed or stopped. */
export interface ToolStateError {
  status: 'error';
  input: Record<string, unknown>;
  error: string;
  metadata?: Record<string, unknown>;
  time: Span;
}

export type ToolState = ToolStatePending | ToolStateRunning | ToolStateCompleted | ToolStateError;
