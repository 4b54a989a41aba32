/**
 * An id from the data alone, for what has no id from the agent: the same fields give the same
 * id on every machine, at any time. Each field's length goes in too, so that no two lists of fields
 * run together into one text.
 */
export function deriveId(...fields: readonly (string | number)[]): string {
  let text = '';
  for (const field of fields) text += `${String(field).length}:${field}`;
  return hash128(text);
}

const BLOCK_BYTES = 16;
const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

const MOST_BYTES_PER_UNIT = 3;

// Every message of a long session has an id, so what a hash needs is made once, not per text.
const encoder = new TextEncoder();
const scratch = new DataView(new ArrayBuffer(64 * 1024));
const scratchBytes = new Uint8Array(scratch.buffer);
const tail = new DataView(new ArrayBuffer(BLOCK_BYTES));
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** MurmurHash3 (x86, 128 bits, seed 0) of the text's UTF-8, as 32 hex digits. Not for secrets. */
export function hash128(text: string): string {
  if (text.length * MOST_BYTES_PER_UNIT <= scratchBytes.length) {
    return hashBytes(scratch, encoder.encodeInto(text, scratchBytes).written);
  }
  const bytes = encoder.encode(text);
  return hashBytes(new DataView(bytes.buffer, bytes.byteOffset), bytes.length);
}

/** The hash of the first `length` bytes of the view. */
function hashBytes(view: DataView, length: number): string {
  const blocks = Math.floor(length / BLOCK_BYTES);
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let h4 = 0;

  for (let block = 0; block < blocks; block++) {
    const at = block * BLOCK_BYTES;
    h1 ^= scramble(view.getUint32(at, true), C1, 15, C2);
    h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
    h2 ^= scramble(view.getUint32(at + 4, true), C2, 16, C3);
    h2 = (Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0;
    h3 ^= scramble(view.getUint32(at + 8, true), C3, 17, C4);
    h3 = (Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0;
    h4 ^= scramble(view.getUint32(at + 12, true), C4, 18, C1);
    h4 = (Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0;
  }

  for (let at = 0, from = blocks * BLOCK_BYTES; at < BLOCK_BYTES; at++) {
    tail.setUint8(at, from + at < length ? view.getUint8(from + at) : 0);
  }
  h4 ^= scramble(tail.getUint32(12, true), C4, 18, C1);
  h3 ^= scramble(tail.getUint32(8, true), C3, 17, C4);
  h2 ^= scramble(tail.getUint32(4, true), C2, 16, C3);
  h1 ^= scramble(tail.getUint32(0, true), C1, 15, C2);

  [h1, h2, h3, h4] = mixed(h1 ^ length, h2 ^ length, h3 ^ length, h4 ^ length);
  return hex(mixed(avalanche(h1), avalanche(h2), avalanche(h3), avalanche(h4)));
}

type Lanes = [number, number, number, number];

function scramble(word: number, before: number, turn: number, after: number): number {
  return Math.imul(rotate(Math.imul(word, before), turn), after);
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function mixed(h1: number, h2: number, h3: number, h4: number): Lanes {
  const first = (h1 + h2 + h3 + h4) | 0;
  return [first, (h2 + first) | 0, (h3 + first) | 0, (h4 + first) | 0];
}

function avalanche(word: number): number {
  let mixing = word ^ (word >>> 16);
  mixing = Math.imul(mixing, 0x85ebca6b);
  mixing ^= mixing >>> 13;
  mixing = Math.imul(mixing, 0xc2b2ae35);
  return mixing ^ (mixing >>> 16);
}

function hex([h1, h2, h3, h4]: Lanes): string {
  return laneHex(h1) + laneHex(h2) + laneHex(h3) + laneHex(h4);
}

function laneHex(lane: number): string {
  return byteHex(lane >>> 24) + byteHex(lane >>> 16) + byteHex(lane >>> 8) + byteHex(lane);
}

function byteHex(byte: number): string {
  return HEX[byte & 0xff] ?? '';
}
