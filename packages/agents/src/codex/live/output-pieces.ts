/** The pieces of what running commands print, as text. */
export interface OutputPieces {
  /**
   * The text that a piece of a command's output adds; a character cut in two comes with its rest.
   * Undefined for what is no piece.
   */
  text(stream: string, chunk: unknown): string | undefined;
  /** The stream has ended. */
  drop(stream: string): void;
  clear(): void;
}

// A byte order mark in a command's output is a character like any other.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Codex passes on what a command prints as it reads it, which may be in the middle of a character.
 * Only the bytes of a character that isn't complete are kept.
 */
export function createOutputPieces(): OutputPieces {
  const rests = new Map<string, Uint8Array>();
  return {
    text(stream, chunk) {
      const piece = bytesOf(chunk);
      if (piece === undefined) return typeof chunk === 'string' ? chunk : undefined;
      const rest = rests.get(stream);
      const bytes = rest === undefined ? piece : Buffer.concat([rest, piece]);
      const end = bytes.length - incompleteTail(bytes);
      if (end === bytes.length) rests.delete(stream);
      else rests.set(stream, bytes.slice(end));
      return decoder.decode(bytes.subarray(0, end));
    },
    drop: (stream) => void rests.delete(stream),
    clear: () => rests.clear(),
  };
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** An array of numbers up to 0.29, base64 from 0.36 on. */
function bytesOf(chunk: unknown): Uint8Array | undefined {
  if (typeof chunk === 'string') {
    return chunk.length % 4 === 0 && BASE64.test(chunk) ? Buffer.from(chunk, 'base64') : undefined;
  }
  return Array.isArray(chunk) && chunk.every(isByte) ? Uint8Array.from(chunk) : undefined;
}

function isByte(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}

/** How many bytes at the end begin a UTF-8 character without ending it. */
function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return characterLength(byte) > back ? back : 0;
  }
  return 0;
}

function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
