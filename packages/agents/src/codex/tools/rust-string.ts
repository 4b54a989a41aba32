const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['0', '\0'],
]);

const UNICODE = /^\{([0-9a-f]{1,6})\}/;
const LAST_CODE_POINT = 0x10ffff;

/** The text that Rust's debug print quotes at that place; undefined when no quoted text is there. */
export function readRustString(print: string, start: number): string | undefined {
  if (print.charAt(start) !== '"') return undefined;
  let content = '';
  let pieceStart = start + 1;
  for (let at = pieceStart; at < print.length; at++) {
    const character = print.charAt(at);
    if (character === '"') return content + print.slice(pieceStart, at);
    if (character !== '\\') continue;
    content += print.slice(pieceStart, at);
    const next = print.charAt(at + 1);
    const code = next === 'u' ? UNICODE.exec(print.slice(at + 2, at + 10)) : null;
    content += code === null ? (escapes.get(next) ?? next) : characterOf(code[1]);
    at += 1 + (code?.[0].length ?? 0);
    pieceStart = at + 1;
  }
  return undefined;
}

function characterOf(hex = ''): string {
  const code = Number.parseInt(hex, 16);
  return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '\ufffd';
}
