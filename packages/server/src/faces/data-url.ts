import { refusal } from '../errors/refusal.js';

const DATA_URL = /^data:(image\/[a-z0-9.+-]+);base64,(.*)$/s;

/** An image that a client sends with its message. A server that fetched it would ask for the client. */
export function imageOf(url: string): { media_type: string; data: string } {
  const [, media_type, data] = DATA_URL.exec(url) ?? [];
  if (media_type !== undefined && data !== undefined) return { media_type, data };
  throw refusal(
    'invalid_request',
    'A file must be an image as a `data:` URL in base64: the server fetches nothing for a client.',
  );
}
