import type { JsonObject } from '../json/json-object.js';

/** An event of this language, or of a type that only its reader knows. */
export type LooseEvent = JsonObject & { type: string };

/** The fields that a piece of a text needs to belong to it. */
export interface HeldText {
  readonly head: LooseEvent;
}

export interface EventPiece extends HeldText {
  /** The same for all pieces of one text. */
  readonly key: string;
  readonly content: string;
  /** Whether the event tells more than this piece. */
  readonly hasMore: boolean;
}

const HEAD_FIELDS = ['type', 'role', 'delta', 'id', 'tool_id', 'parent_tool_id'];
const OWN_FIELDS = new Set([...HEAD_FIELDS, 'content', 'ts']);
const ENDS_ALL = new Set(['turn', 'end']);
const ENDS_SPEECH = new Set(['message', 'reasoning', 'tool_use', 'tool_result', 'plan', 'compaction']);

/** The piece of a text that an event tells, or nothing for one that tells something whole. */
export function pieceOf(event: LooseEvent): EventPiece | undefined {
  if (typeof event.content !== 'string' || !comesInPieces(event)) return undefined;
  const head = Object.fromEntries(
    HEAD_FIELDS.filter((name) => event[name] !== undefined).map((name) => [name, event[name]]),
  );
  return {
    head: { ...head, type: event.type },
    key: JSON.stringify(head),
    content: event.content,
    hasMore: Object.keys(event).some((name) => !OWN_FIELDS.has(name)),
  };
}

function comesInPieces(event: LooseEvent): boolean {
  if (event.type === 'tool_output' || event.type === 'stderr') return true;
  return (event.type === 'message' || event.type === 'reasoning') && event.delta === true;
}

/**
 * Whether nothing more can come of a text when this event is told, or its place would be lost: texts
 * without ids are told apart by their order alone.
 */
export function endsText(event: LooseEvent, key: string, { head }: HeldText): boolean {
  const { type } = event;
  if (ENDS_ALL.has(type)) return event.status !== 'started';
  if (type === 'error') return event.fatal === true;
  if (head.type === 'stderr') return false;
  if (type === 'tool_result' && event.tool_id === head.parent_tool_id) return true;
  if (head.type === 'tool_output') return type === 'tool_result' && event.tool_id === head.tool_id;
  if (!ENDS_SPEECH.has(type) || event.parent_tool_id !== head.parent_tool_id) return false;
  const isPiece = (type === 'message' || type === 'reasoning') && event.delta === true;
  if (!isPiece) return type !== head.type || sameOrNoId(event, head);
  return pieceOf(event)?.key !== key && (event.id === undefined || head.id === undefined);
}

function sameOrNoId(event: LooseEvent, head: LooseEvent): boolean {
  return event.id === undefined || head.id === undefined || event.id === head.id;
}
