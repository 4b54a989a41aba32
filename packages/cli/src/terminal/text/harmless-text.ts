// Text of an agent, a model or a tool may contain sequences that recolour a terminal, move the cursor
// over other text, or make it type into the shell. None of them reaches a terminal.

/** Colours and cursor movements (CSI), titles and links (OSC) are removed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SEQUENCES = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\)/g;

/** Every other control character, and those that change the direction of text. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The same, with what begins and ends an escape or a name in quotes. */
const NAME_ESCAPED = new RegExp(`${CONTROLS.source}|["\\\\]`, CONTROLS.flags);

const LINE_BREAK = /\r\n?|\n/;

/**
 * Text as lines that are safe to print. A lone carriage return is a line break, too, so that text which
 * a progress bar or an attacker overwrote is shown.
 */
export function harmlessLines(text: string): string[] {
  return text.replace(SEQUENCES, '').split(LINE_BREAK).map(showControls);
}

/** Text in one line that is safe to print. */
export function harmlessLine(text: string): string {
  return harmlessLines(text).join(' ');
}

/** Makes control characters visible; tabs are left. */
export function showControls(text: string): string {
  return text.replace(CONTROLS, (character) => {
    const code = character.charCodeAt(0);
    if (character === '\t') return character;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** How C and git write what has no other picture. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\u000b': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/**
 * The name of a file, safe to print. One with control characters is in quotes, with each of them
 * escaped as git does it, so that no two names look the same: `"a\nb"`.
 */
export function harmlessName(path: string): string {
  if (path.search(CONTROLS) === -1) return path;
  const escaped = path.replaceAll(
    NAME_ESCAPED,
    (character) => ESCAPES[character] ?? numbered(character.charCodeAt(0)),
  );
  return `"${escaped}"`;
}

/** Bytes as octal numbers, as git writes them; others as JSON does. */
function numbered(code: number): string {
  return code < 0x80
    ? `\\${code.toString(8).padStart(3, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
