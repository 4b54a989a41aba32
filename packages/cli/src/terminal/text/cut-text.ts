import { fittingPart, textWidth } from './text-width.js';

const ELLIPSIS = '…';
/** More than any column can hold, so that only the beginning of a very long text is measured. */
const CODE_UNITS_PER_COLUMN = 20;

/** Text that fits into so many columns; what was cut has an ellipsis in its place. */
export function cutText(text: string, columns: number): string {
  if (columns <= 0) return '';
  const beginning = text.slice(0, columns * CODE_UNITS_PER_COLUMN);
  if (beginning.length === text.length && textWidth(text) <= columns) return text;
  return `${fittingPart(beginning, columns - 1).trimEnd()}${ELLIPSIS}`;
}
