import type { DragomanEvent } from '../event/dragoman-event.js';
import type { JsonObject } from '../json/json-object.js';

/**
 * Why a line is no event of this language: it isn't JSON; it is, but not an object; its `type` is
 * one this version doesn't know; a field is wrong; it is over the bound; it is a last line cut short.
 */
export type RejectionReason =
  | 'not_json'
  | 'not_object'
  | 'unknown_type'
  | 'invalid'
  | 'too_long'
  | 'torn';

/** A line that is no event. Reported so that nothing vanishes; a reader may go on without it. */
export interface RejectedLine {
  readonly kind: 'rejected';
  readonly reason: RejectionReason;
  /** The number of the line in the stream, from 1. */
  readonly line: number;
  /** The beginning of the line; empty for one that was too long to keep. */
  readonly excerpt: string;
  /** The object, where the line held one: for readers who know more types than this version. */
  readonly value?: JsonObject;
  /** What is wrong, field by field. */
  readonly issues?: readonly string[];
  /** The full size of a line that was too long. */
  readonly bytes?: number;
}

export type DecodedLine =
  | { readonly kind: 'event'; readonly line: number; readonly event: DragomanEvent }
  | RejectedLine;
