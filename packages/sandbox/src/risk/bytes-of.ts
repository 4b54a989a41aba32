/**
 * Names are bytes, of any sort. They are held one a character, and shown as what they mean. Most are
 * plain, and those are quicker as they are.
 */
export function bytesOf(workspace: string, path: string): string | Buffer {
  if (PLAIN.test(path)) return `${workspace}/${path}`;
  return Buffer.concat([Buffer.from(`${workspace}/`), Buffer.from(path, 'latin1')]);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are plain to the system
const PLAIN = /^[\x00-\x7f]*$/;
