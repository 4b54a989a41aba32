const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of bytes, without padding. */
export function encodeBase64(bytes: Uint8Array): string {
  let encoded = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 6; bits -= 6) encoded += ALPHABET[(held >> (bits - 6)) & 63];
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? encoded : encoded + ALPHABET[(held << (6 - bits)) & 63];
}

/** The alphabet that is safe in addresses. */
export function toBase64Url(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

/** What base64, in either alphabet, stands for, each byte as one character. Stops at what is none. */
export function decodeBase64(text: string): string {
  let decoded = '';
  let bits = 0;
  let held = 0;
  for (const character of text.replaceAll('-', '+').replaceAll('_', '/')) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) break;
    held = ((held << 6) | value) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    decoded += String.fromCharCode((held >> bits) & 0xff);
  }
  return decoded;
}
