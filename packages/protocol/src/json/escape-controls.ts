/**
 * What JSON leaves as it is in a text, and a reader may not: U+0085, U+2028 and U+2029 end a line for many,
 * a terminal obeys U+0080 to U+009F (U+009B begins a sequence that moves the cursor), and marks of direction
 * show a line in another order.
 */
const CONTROLS = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** JSON text of the same value, in which every control character is an escape. */
export function escapeControls(json: string): string {
  return json.replace(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
