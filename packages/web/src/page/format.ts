import type { UsageFigures } from '@dragoman/protocol';

const UNITS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** `950`, `12.3k`, `1.2M`. */
export function short(count: number): string {
  for (const [size, unit] of UNITS) {
    if (count >= size) return `${(count / size).toFixed(count < 100 * size ? 1 : 0)}${unit}`;
  }
  return String(count);
}

/** With separators of thousands. */
export function whole(count: number): string {
  return count.toLocaleString('en-US');
}

/** `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const rounded = Math.round(seconds);
  if (rounded < 60) return `${rounded} s`;
  const minutes = Math.floor(rounded / 60);
  if (minutes < 60) return `${minutes} min ${rounded % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const SPANS = [
  [60_000, 1000, 's'],
  [3_600_000, 60_000, 'min'],
  [86_400_000, 3_600_000, 'h'],
] as const;

/** `just now`, `5 min ago`, `Mar 3, 14:05`. */
export function ago(then: number, now: number): string {
  const passed = now - then;
  if (passed < 5000) return 'just now';
  for (const [below, size, unit] of SPANS) {
    if (passed < below) return `${Math.floor(passed / size)} ${unit} ago`;
  }
  const format = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return new Date(then).toLocaleString('en-US', { ...format, hour12: false });
}

/** Dollars: cents, or as many digits as a smaller amount needs. */
export function dollars(amount: number): string {
  return `$${amount === 0 || amount >= 0.1 ? amount.toFixed(2) : amount.toPrecision(2)}`;
}

/** `12.3k tokens · $0.04`; empty while nobody has given a figure. */
export function spent(usage: UsageFigures | undefined): string {
  if (usage === undefined) return '';
  const cost = usage.cost_usd === undefined ? '' : ` · ${dollars(usage.cost_usd)}`;
  return `${short(usage.total_tokens)} tokens${cost}`;
}
