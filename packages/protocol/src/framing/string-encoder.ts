const NOTHING = new Uint8Array(0);

export interface StringEncoder {
  encode(text: string): Uint8Array;
  /** The bytes of a half character that no other half followed. */
  flush(): Uint8Array;
}

/**
 * Strings to UTF-8, piece by piece. A character outside the basic plane is two code units, and a
 * string may be cut between them: the first is held back until its other half comes.
 */
export function createStringEncoder(): StringEncoder {
  const encoder = new TextEncoder();
  let held = '';

  return {
    encode(text) {
      const whole = held + text;
      const endsInHalf = isHighSurrogate(whole.charCodeAt(whole.length - 1));
      held = endsInHalf ? whole.slice(-1) : '';
      return encoder.encode(endsInHalf ? whole.slice(0, -1) : whole);
    },
    flush() {
      if (held === '') return NOTHING;
      const bytes = encoder.encode(held);
      held = '';
      return bytes;
    },
  };
}

function isHighSurrogate(codeUnit: number): boolean {
  return codeUnit >= 0xd800 && codeUnit <= 0xdbff;
}
