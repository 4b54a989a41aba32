import { type JsonToken, scanJson } from './scan-json.js';

/**
 * A JSON text with its keys and strings (and whatever in it is no JSON) replaced by what `replace`
 * makes of them, in reading order. All that stays the same stays byte for byte.
 */
export function replaceInJson(
  source: string,
  replace: (value: string, token: JsonToken) => string,
  tokens: readonly JsonToken[] = scanJson(source),
): string {
  let edited = '';
  let from = 0;
  for (const token of tokens) {
    const after = token.kind === 'scalar' ? token.value : replace(token.value, token);
    if (after === token.value) continue;
    const literal = source.slice(token.start, token.end);
    edited += source.slice(from, token.start) + written(after, token, literal);
    from = token.end;
  }
  return edited + source.slice(from);
}

function written(value: string, { kind }: JsonToken, literal: string): string {
  if (kind === 'rest') return value;
  const text = JSON.stringify(value);
  // A string that was cut off stays cut off.
  return literal.length > 1 && literal.endsWith('"') ? text : text.slice(0, -1);
}
