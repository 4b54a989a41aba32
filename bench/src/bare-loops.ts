/**
 * The barest ways to get the values out of JSON lines, and how many they are: cut the bytes, or decode
 * all and cut the text. The faster one in a run is what the others are measured against.
 */
export const bareLoops = {
  cutBytes(bytes: Buffer): number {
    let lines = 0;
    let from = 0;
    for (let to = bytes.indexOf('\n'); to !== -1; to = bytes.indexOf('\n', from)) {
      JSON.parse(bytes.toString('utf8', from, to));
      lines += 1;
      from = to + 1;
    }
    return lines;
  },
  cutText(text: string): number {
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
