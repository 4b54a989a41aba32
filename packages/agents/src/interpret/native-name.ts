const LONGEST = 100;

/**
 * What a sort of record is called. Names are kept, counted and shown, and a name is whatever the
 * record says it is: one from a broken file must not be as long as the file.
 */
export function nativeName(said: string): string {
  return said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said;
}
