import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { errorCode } from '@dragoman/protocol';
import { MAX_BODY_BYTES } from '../../server/read-body.js';
import { bodyTooLargeRefusal, Refusal } from '../refusal.js';

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** A request's body unpacked: what cannot be read cannot be checked, and does not go upstream. */
export async function decodeRequest(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  const decode = DECODERS.get(name);
  if (decode === undefined) {
    const message = `This gateway cannot read a body that is packed with ${name.slice(0, 40)}: send it plain, or packed with gzip, deflate or br.`;
    throw new Refusal({ status: 415, message, code: 'encoding_unsupported' }, 'refused');
  }
  try {
    return await decode(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (cause) {
    if (errorCode(cause) === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLargeRefusal();
    const message = `The request's body is not packed with ${name}, as its content-encoding says.`;
    throw new Refusal({ status: 400, message, code: 'request_unreadable' }, 'refused', { cause });
  }
}
