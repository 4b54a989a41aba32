/** Shorter values would be found in ordinary words. */
const SHORTEST_SECRET = 8;

/**
 * A secret as it may be met in a text: as it is, in addresses, inside JSON text, and in base64, also
 * as a part of something longer that was encoded (`user:secret`). Nothing for one that is too short.
 */
export function secretForms(secret: string): string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const inAddress = encodeAddress(secret);
  const inBase64 = base64Forms(new TextEncoder().encode(secret));
  const forms = new Set([
    secret,
    inAddress,
    inAddress.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
    inAddress.replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    ...inBase64,
    ...inBase64.map(toBase64Url),
  ]);
  return [...forms].filter((form) => form.length >= SHORTEST_SECRET);
}

function encodeAddress(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    // Half a character can't be in an address; the secret is looked for in its other forms.
    return secret;
  }
}

/** Whole, and what of it shows whatever one or two bytes, or anything after it, are encoded with it. */
function base64Forms(bytes: Uint8Array): string[] {
  const whole = encodeBase64(bytes);
  const padded = whole.padEnd(Math.ceil(whole.length / 4) * 4, '=');
  return [padded, whole, ...[0, 1, 2].map((offset) => sureBase64(bytes, offset))];
}

function sureBase64(bytes: Uint8Array, offset: number): string {
  const shifted = new Uint8Array(offset + bytes.length);
  shifted.set(bytes, offset);
  const firstSure = Math.ceil((offset * 8) / 6);
  const sureUntil = Math.floor((shifted.length * 8) / 6);
  return encodeBase64(shifted).slice(firstSure, sureUntil);
}

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
