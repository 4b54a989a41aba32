const TEXT = Buffer.from('"base_instructions":{"text":"');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The first line of a session without the model's instructions: from 0.98 on they are 20 KB of it, and
 * no list shows them. Any other line stays as it is.
 */
export function withoutInstructions(line: Buffer): Buffer {
  const found = line.indexOf(TEXT);
  if (found === -1) return line;
  const start = found + TEXT.length;
  let end = line.indexOf(QUOTE, start);
  while (end !== -1 && isEscaped(line, end)) end = line.indexOf(QUOTE, end + 1);
  return end === -1 ? line : Buffer.concat([line.subarray(0, start), line.subarray(end)]);
}

function isEscaped(line: Buffer, at: number): boolean {
  let before = at;
  while (line[before - 1] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}
