/** Sequences that colour a terminal or move its cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g;
/** What makes a text look like another: control characters, and those that turn its direction around. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text of an agent as a person may safely read it: colours are gone, and what is hidden shows. */
export function shownText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(ESCAPES, '')
    .replace(HIDDEN, (character) => {
      const code = character.charCodeAt(0);
      return code < 0x20 ? String.fromCharCode(0x2400 + code) : `⟨U+${hex(code)}⟩`;
    });
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}

/** The beginning of a text, on one line. */
export function firstWords(text: string, length = 160): string {
  const start = shownText(text.slice(0, 4 * length))
    .replace(/\s+/g, ' ')
    .trim();
  return start.length > length || text.length > 4 * length ? `${start.slice(0, length)}…` : start;
}
