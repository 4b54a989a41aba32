/** The values of an output that has one a line. */
export function jsonLines(text: string): ReturnType<typeof JSON.parse>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
