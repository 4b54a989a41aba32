import { createLineFramer, type Frame } from '@dragoman/protocol';

const MEBIBYTE = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const CAP_BYTES = 16 * MEBIBYTE;
const NEWLINE = Buffer.from('\n');

const framer = createLineFramer({ maxLineBytes: CAP_BYTES });
const seen = { lines: 0, skipped: 0 };
let peak = 0;

pushLine(MEBIBYTE);
pushLine(MEBIBYTE);
const before = process.memoryUsage.rss();
peak = before;
for (let line = 0; line < 1024; line += 1) {
  pushLine(MEBIBYTE);
  if (line === 512) pushLine(CAP_BYTES + 64 * MEBIBYTE);
}
count(framer.flush());

process.send?.({
  growthMegabytes: (peak - before) / 1e6,
  detail: `${seen.lines} lines, ${seen.skipped} skipped, RSS ${(before / 1e6).toFixed(0)} MB before, ${(peak / 1e6).toFixed(0)} MB at most`,
});

/** Chunks are made again, as a pipe's would be; nothing is shared that would flatter the figure. */
function pushLine(bytes: number): void {
  for (let left = bytes; left > 0; left -= CHUNK_BYTES) {
    count(framer.push(Buffer.alloc(Math.min(left, CHUNK_BYTES), 'x')));
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  count(framer.push(NEWLINE));
}

function count(frames: readonly Frame[]): void {
  for (const frame of frames) {
    if (frame.kind === 'line') seen.lines += 1;
    else seen.skipped += 1;
  }
}
