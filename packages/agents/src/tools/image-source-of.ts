import type { ImageSource } from '@dragoman/protocol';

const DATA_URL = /^data:([^;,]{1,100})?(?:;[^;,]{1,100}){0,5};base64,/i;

/** Where an image is: the bytes of a `data:` URL, a file, or else the URL itself. */
export function imageSourceOf(url: string): ImageSource {
  const head = DATA_URL.exec(url);
  if (head !== null) {
    const media_type = head[1] ?? 'application/octet-stream';
    return { type: 'base64', data: url.slice(head[0].length), media_type };
  }
  if (url.startsWith('file://')) return { type: 'file', path: url.slice('file://'.length) };
  return { type: 'url', url };
}
