import { encodeBase64, toBase64Url } from './base64.js';

/** Shorter values would be found in ordinary words. */
const SHORTEST_SECRET = 8;

/**
 * A secret as it may be met in a text: as it is, in addresses, inside JSON text, and in base64, also
 * as a part of something longer that was encoded (`user:secret`). Nothing for one too short to tell.
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
    // Half a character has no place in an address; the secret is looked for in its other forms.
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
