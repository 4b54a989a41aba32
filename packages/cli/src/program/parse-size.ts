const FORM = /^(\d+(?:\.\d+)?)([KMG]?)i?B?$/i;
const UNITS: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/** Parses a size (`500M`, `2G`, plain bytes) into bytes. */
export function parseSize(text: string): number | { readonly problem: string } {
  const [, amount, unit = ''] = FORM.exec(text.trim()) ?? [];
  const factor = UNITS[unit.toUpperCase()];
  if (amount !== undefined && factor !== undefined) return Number(amount) * factor;
  return { problem: 'Give a size such as 500M or 2G.' };
}
