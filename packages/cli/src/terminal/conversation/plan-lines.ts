import type { PlanItem } from '@dragoman/protocol';
import { harmlessLine } from '../text/harmless-text.js';
import { wrapLine } from '../text/wrap-line.js';
import type { Format, Line } from './line.js';
import { type Look, proseColumns } from './look.js';

const MARKS: Readonly<
  Record<PlanItem['status'], { mark: string; format?: Format; text?: Format }>
> = {
  completed: { mark: '✓', format: 'green', text: 'dim' },
  in_progress: { mark: '▸', format: 'yellow', text: 'bold' },
  pending: { mark: '○' },
  cancelled: { mark: '✗', format: 'dim', text: 'dim' },
};

/** A plan as a list to tick off. */
export function planLines(items: readonly PlanItem[], look: Look): Line[] {
  const columns = proseColumns(look);
  return items.flatMap(({ text, status }) => {
    const { mark, format, text: textFormat } = MARKS[status];
    const whole = harmlessLine(text);
    const lines = columns === undefined ? [whole] : wrapLine(whole, columns - 2);
    return lines.map(
      (line, index): Line => [
        { text: index === 0 ? `${mark} ` : '  ', ...(format !== undefined && { format }) },
        { text: line, ...(textFormat !== undefined && { format: textFormat }) },
      ],
    );
  });
}
