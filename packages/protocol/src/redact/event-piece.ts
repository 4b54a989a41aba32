import type { LooseEvent } from '../event/loose-event.js';

/** A text under way: the fields that each of its pieces has. */
export interface HeldText {
  readonly head: LooseEvent;
}

export interface EventPiece {
  /** The same for all pieces of one text. */
  readonly key: string;
  readonly content: string;
}

const HEAD_FIELDS = ['type', 'role', 'delta', 'id', 'tool_id', 'parent_tool_id'];
const OWN_FIELDS = new Set([...HEAD_FIELDS, 'content', 'ts']);
const ENDS_ALL = new Set(['turn', 'end']);
const ENDS_SPEECH = new Set([
  'message',
  'reasoning',
  'tool_use',
  'tool_result',
  'plan',
  'compaction',
  'tool_request',
  'snapshot_request',
  'execute_request',
]);

/** The piece of a text that an event tells, or nothing for one that tells something whole. */
export function pieceOf(event: LooseEvent): EventPiece | undefined {
  if (typeof event.content !== 'string' || !comesInPieces(event)) return undefined;
  const { type, role, id, tool_id, parent_tool_id } = event;
  return {
    key: `${type}\n${role}\n${id}\n${tool_id}\n${parent_tool_id}`,
    content: event.content,
  };
}

/** The fields of a piece that the others of its text have, too. */
export function headOf(event: LooseEvent): LooseEvent {
  const head = HEAD_FIELDS.filter((name) => event[name] !== undefined);
  return { type: event.type, ...Object.fromEntries(head.map((name) => [name, event[name]])) };
}

/** Whether an event tells more than a piece of a text. */
export function hasMore(event: LooseEvent): boolean {
  for (const name in event) if (!OWN_FIELDS.has(name)) return true;
  return false;
}

function comesInPieces(event: LooseEvent): boolean {
  if (event.type === 'tool_output') return true;
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
