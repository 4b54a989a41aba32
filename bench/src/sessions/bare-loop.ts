import { readFileSync } from 'node:fs';

/**
 * The barest ways to get the values out of a file of JSON lines: cut the bytes, or decode all and cut
 * the text. The faster one in a run is what the others are measured against.
 */
export const bareLoops = {
  cutBytes(path: string): number {
    const bytes = readFileSync(path);
    let lines = 0;
    let from = 0;
    for (let to = bytes.indexOf('\n'); to !== -1; to = bytes.indexOf('\n', from)) {
      JSON.parse(bytes.toString('utf8', from, to));
      lines += 1;
      from = to + 1;
    }
    return lines;
  },
  cutText(path: string): number {
    const text = readFileSync(path, 'utf8');
    let lines = 0;
    let from = 0;
    for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
      JSON.parse(text.slice(from, to));
      lines += 1;
      from = to + 1;
    }
    return lines;
  },
};
