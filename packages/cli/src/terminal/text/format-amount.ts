const THOUSANDS = [
  { above: 999_950_000, unit: 1e9, suffix: 'G' },
  { above: 999_950, unit: 1e6, suffix: 'M' },
  { above: 999, unit: 1e3, suffix: 'k' },
];

/** A number short enough for a column: `950`, `12.3k`, `4M`. */
export function formatAmount(amount: number): string {
  const { text, suffix } = shortened(amount);
  return text + suffix;
}

/** A number with what it counts: `1 line`, `2 lines`. */
export function formatCount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** A size: `300 kB`. */
export function formatBytes(bytes: number): string {
  const { text, suffix } = shortened(bytes);
  return `${text} ${suffix}B`;
}

/** What something cost: `$1.20`, and of little the first two figures: `$0.0037`. */
export function formatCost(usd: number): string {
  if (usd === 0 || usd >= 0.1) return `$${usd.toFixed(2)}`;
  return usd < 0.0001 ? 'less than $0.0001' : `$${Number(usd.toPrecision(2))}`;
}

function shortened(amount: number): { text: string; suffix: string } {
  const scale = THOUSANDS.find(({ above }) => amount > above);
  if (scale === undefined) return { text: String(Math.round(amount)), suffix: '' };
  const scaled = amount / scale.unit;
  // Three figures are enough to compare by; 12.0 says no more than 12.
  const text = scaled < 99.95 ? scaled.toFixed(1).replace(/\.0$/, '') : scaled.toFixed(0);
  return { text, suffix: scale.suffix };
}
