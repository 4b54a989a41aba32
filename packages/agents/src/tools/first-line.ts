const LONGEST = 80;

/** The beginning of a text, short enough to be a title. */
export function firstLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  return [...line.slice(0, 2 * LONGEST)].slice(0, LONGEST).join('').trimEnd();
}
