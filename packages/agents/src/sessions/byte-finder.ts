/** How often characters are in JSON, the most frequent first. All others are rarer. */
const FREQUENT = ' "etaoinsr:,hldcu_mfpg/.-0123456789ywbv{}\\[]k()=';
/** Node compares texts of up to so many bytes where their first byte is, which it finds by vectors. */
const LONGEST_QUICK = 6;
/** More hits than one in so many bytes take longer to look at than a search without them. */
const FEW = 512;
/** As many are always looked at: near the end, too, a search of all bytes takes longer. */
const LEAST_LOOKS = 64;
const FOLDED = 0x20;

/** Where bytes from a position on hold a text: -1 where they don't. */
export type ByteFinder = (bytes: Buffer, from: number) => number;

/**
 * Finds an ASCII text in bytes, whatever characters are around it. It looks for the rarest character of the
 * text and what follows it, and then at the rest.
 */
export function createByteFinder(text: string, caseSensitive: boolean): ByteFinder {
  if (text === '') return (bytes, from) => (from < bytes.length ? from : -1);
  const plain = caseSensitive ? text : text.toLowerCase();
  const sought = Buffer.from(plain, 'latin1');
  const offset = rarestIn(plain);
  const quick = text.slice(offset, offset + (caseSensitive ? LONGEST_QUICK : 2));
  const needles = (caseSensitive ? [quick] : casesOf(quick)).map((one) =>
    Buffer.from(one, 'latin1'),
  );
  const thorough = new RegExp(
    text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    caseSensitive ? 'g' : 'gi',
  );

  const isAt = (bytes: Buffer, start: number): boolean => {
    if (start < 0 || start + sought.length > bytes.length) return false;
    for (let at = 0; at < sought.length; at += 1) {
      const byte = bytes[start + at] ?? 0;
      const same =
        byte === sought[at] || (!caseSensitive && isLetter(byte) && (byte | FOLDED) === sought[at]);
      if (!same) return false;
    }
    return true;
  };

  return (bytes, from) => {
    const hits = needles.map((needle) => bytes.indexOf(needle, from + offset));
    const most = Math.max(LEAST_LOOKS, (bytes.length - from) / FEW);
    for (let looked = 0; looked <= most; looked += 1) {
      let first = -1;
      for (let index = 0; index < hits.length; index += 1) {
        const hit = hits[index] ?? -1;
        if (hit !== -1 && (first === -1 || hit < (hits[first] ?? 0))) first = index;
      }
      const hit = hits[first];
      const needle = needles[first];
      if (hit === undefined || needle === undefined) return -1;
      if (isAt(bytes, hit - offset)) return hit - offset;
      hits[first] = bytes.indexOf(needle, hit + 1);
    }
    thorough.lastIndex = from;
    return thorough.exec(bytes.toString('latin1'))?.index ?? -1;
  };
}

function isLetter(byte: number): boolean {
  const folded = byte | FOLDED;
  return folded >= 0x61 && folded <= 0x7a;
}

/** The position of the character that is rarest, of those that another one follows if there are any. */
function rarestIn(text: string): number {
  const rank = (at: number): number => {
    const index = FREQUENT.indexOf(text[at] ?? '');
    return index === -1 ? FREQUENT.length : index;
  };
  let best = 0;
  for (let at = 1; at < text.length - 1; at += 1) if (rank(at) > rank(best)) best = at;
  return best;
}

/** A text in all its cases. */
function casesOf(text: string): readonly string[] {
  return [...text].reduce<readonly string[]>(
    (all, character) => {
      const cases = new Set([character.toLowerCase(), character.toUpperCase()]);
      return all.flatMap((beginning) => [...cases].map((one) => beginning + one));
    },
    [''],
  );
}
