import { createLineFramer, type Frame } from '@dragoman/protocol';

const mebibyte = 1024 * 1024;
const chunkBytes = 64 * 1024;
const capBytes = 16 * mebibyte;
const newline = Buffer.from('\n');

const framer = createLineFramer({ maxLineBytes: capBytes });
const seen = { lines: 0, skipped: 0 };
let peak = 0;

pushLine(mebibyte);
pushLine(mebibyte);
const before = process.memoryUsage.rss();
peak = before;
for (let line = 0; line < 1024; line += 1) {
  pushLine(mebibyte);
  if (line === 512) pushLine(capBytes + 64 * mebibyte);
}
count(framer.flush());

process.send?.({
  growthMegabytes: (peak - before) / 1e6,
  detail: `${seen.lines} lines, ${seen.skipped} skipped, RSS ${(before / 1e6).toFixed(0)} MB before, ${(peak / 1e6).toFixed(0)} MB at most`,
});

/** Chunks are made anew, as a pipe's would be; nothing is shared that would flatter the figure. */
function pushLine(bytes: number): void {
  for (let left = bytes; left > 0; left -= chunkBytes) {
    count(framer.push(Buffer.alloc(Math.min(left, chunkBytes), 'x')));
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  count(framer.push(newline));
}

function count(frames: readonly Frame[]): void {
  for (const frame of frames) {
    if (frame.kind === 'line') seen.lines += 1;
    else seen.skipped += 1;
  }
}
