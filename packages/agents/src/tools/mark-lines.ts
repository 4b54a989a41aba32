/** Puts a mark before each line of a text, as a diff does: `+` for one that was added. */
export function markLines(mark: '+' | '-', text: string): string {
  if (text === '') return '';
  const ended = text.endsWith('\n');
  const lines = (ended ? text.slice(0, -1) : text).split('\n');
  return lines.map((line) => `${mark}${line}`).join('\n') + (ended ? '\n' : '');
}
