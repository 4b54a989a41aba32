/** A unified diff without the lines that name its files. */
export function hunksOf(diff: string): string {
  if (diff.startsWith('@@')) return diff;
  const at = diff.indexOf('\n@@');
  return at === -1 ? '' : diff.slice(at + 1);
}
