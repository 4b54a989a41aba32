/**
 * A TOML basic string. JSON's escapes are also TOML's, but TOML forbids a bare DEL, and a lone
 * surrogate is text in neither.
 */
export function tomlString(text: string): string {
  const wellFormed = text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
  return JSON.stringify(wellFormed).replaceAll('\u007f', '\\u007f');
}
