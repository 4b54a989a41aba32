import { expect, test } from 'vitest';
import { bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { forwardTo, sendRaw } from '../testing/forward-to.js';

const closing = createClosing();
const HIDDEN = 'GET /v1/files/secret HTTP/1.1\r\nHost: x\r\n\r\n';

test.each([
  [
    'GET /v1/models',
    'Transfer-Encoding: chunked',
    `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`,
  ],
  ['GET /v1/models', `Connection: content-length\r\nContent-Length: ${HIDDEN.length}`, HIDDEN],
  ['POST /v1/responses', `Connection: content-length\r\nContent-Length: ${HIDDEN.length}`, HIDDEN],
  [
    'POST /v1/responses',
    'Connection: transfer-encoding\r\nTransfer-Encoding: chunked',
    `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`,
  ],
])('no second request gets upstream in the body of a first (%#)', async (line, headers, body) => {
  const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'));
  const authorization = `Authorization: ${bearer(gateway.admit({}).token).authorization}`;
  const hostile = `${line} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n${headers}\r\n\r\n${body}`;
  const plain = `GET /v1/models HTTP/1.1\r\nHost: x\r\n${authorization}\r\nConnection: close\r\n\r\n`;
  expect(await sendRaw(gateway.url, hostile + plain)).toMatch(/^HTTP\/1.1 400 /);
  expect(upstream.seen.map(({ url }) => url)).not.toContain('/v1/files/secret');
  expect(upstream.seen.filter(({ method }) => method === 'POST')).toEqual([]);
});

test.each([
  ['Content-Length: 2', '{}', { 'content-length': '2' }],
  ['Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n', { 'content-length': '2' }],
  ['X-No-Body: 1', '', { 'content-length': '0' }],
])(
  'a body goes upstream with the length it was found to have (%s)',
  async (framing, body, seen) => {
    const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'));
    const { authorization } = bearer(gateway.admit({}).token);
    await sendRaw(
      gateway.url,
      `POST /v1/responses HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nConnection: close\r\n${framing}\r\n\r\n${body}`,
    );
    expect(upstream.seen[0]?.headers).toMatchObject(seen);
    expect(upstream.seen[0]?.body).toBe(body === '' ? '' : '{}');
  },
);
