import { DragomanError } from '@dragoman/protocol';

/** Where a page begins: at the message of this index among those that begin at a quiet point. */
export interface PageMark {
  readonly at: number;
  readonly index: number;
}

const FORM = /^(\d{1,15}):(\d{1,15})$/;

/** The mark as text. What it means is nobody's business but ours. */
export function writeMark({ at, index }: PageMark): string {
  return `${at}:${index}`;
}

export function readMark(before: string): PageMark {
  const [, at, index] = FORM.exec(before) ?? [];
  if (at !== undefined && index !== undefined) return { at: Number(at), index: Number(index) };
  throw new DragomanError(
    'invalid_option',
    `before must be the "earlier" of a page, not ${JSON.stringify(before.slice(0, 60))}.`,
  );
}
