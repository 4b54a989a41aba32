import type { UsageAmounts } from '@dragoman/agents';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const FULL = '█';

/**
 * Bars for some amounts, the greatest as long as there is room: by cost where that is known of all, else
 * by tokens.
 */
export function usageBar(
  all: readonly UsageAmounts[],
  columns: number,
): (amounts: UsageAmounts) => string {
  const isPriced = all.every(({ cost }) => cost.unpriced_tokens === 0);
  const sizeOf = ({ cost, total_tokens }: UsageAmounts): number =>
    isPriced ? (cost.usd ?? 0) : total_tokens;
  const most = all.reduce((greatest, amounts) => Math.max(greatest, sizeOf(amounts)), 0);
  return (amounts) => {
    if (most === 0 || sizeOf(amounts) === 0) return '';
    const eighths = Math.max(1, Math.round((sizeOf(amounts) / most) * columns * 8));
    return FULL.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
  };
}
