import { z } from 'zod';

/** Half of a character, which UTF-8 has no bytes for: two texts with different ones become the same text. */
const HALF_CHARACTER = /\p{Surrogate}/u;

/** A name or an id that a client gives. */
export function clientText(longest: number) {
  return z
    .string()
    .min(1)
    .max(longest)
    .refine(
      (text) => !HALF_CHARACTER.test(text),
      'has half of a character (a lone surrogate): send whole ones',
    );
}

/** A name that a client chooses, such as that of a conversation. */
export const clientName = clientText(200);
