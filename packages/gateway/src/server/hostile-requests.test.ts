import { expect, test } from 'vitest';
import { createClosing } from '../testing/closing.js';
import { sendRaw } from '../testing/forward-to.js';
import { sendJson } from './send-json.js';
import { serveGateway } from './serve-gateway.js';

const closing = createClosing();

/** Sends bytes to a gateway that has admitted one turn; gives the answer and whether it was handled. */
async function sendHostile(text: (token: string) => string) {
  let handled = 0;
  const gateway = closing(
    await serveGateway<string, string>({
      open: (name) => name,
      handle: async ({ response }) => {
        handled += 1;
        sendJson(response, 200, {});
      },
    }),
  );
  const { token } = gateway.admit('turn');
  const answer = await sendRaw(gateway.url, text(token));
  return { answer, handled };
}

test('a WebSocket is refused at once with 426', async () => {
  const { answer } = await sendHostile(
    () =>
      'GET /v1/responses HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1.1 426 Upgrade Required\r\n/);
  expect(answer).toContain('plain HTTP only');
});

test.each([
  ['an absolute-form target', 'POST http://evil.example/v1/responses HTTP/1.1'],
  ['a target that begins with //', 'POST //evil.example/v1/responses HTTP/1.1'],
  ['a path that climbs', 'POST /v1/models/../responses HTTP/1.1'],
  ['a path that climbs in disguise', 'POST /v1/models/%2e%2e/responses HTTP/1.1'],
  ['a backslash', 'POST /v1\\responses HTTP/1.1'],
  ['an escaped slash', 'POST /v1%2fresponses HTTP/1.1'],
  ['a doubled slash', 'POST /v1//responses HTTP/1.1'],
  ['a path after the endpoint', 'POST /v1/responses/../../admin HTTP/1.1'],
  ['the asterisk form', 'OPTIONS * HTTP/1.1'],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1'],
])('%s never reaches a handler', async (_name, line) => {
  const { answer, handled } = await sendHostile(
    (token) =>
      `${line}\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^(HTTP\/1.1 (400|404) .*)?$/s);
  expect(handled).toBe(0);
});

test('a request that two parsers could read in two ways is turned down', async () => {
  const { answer, handled } = await sendHostile(
    (token) =>
      `POST /v1/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nPOST /v1/responses HTTP/1.1\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(handled).toBe(0);
});

const HIDDEN = 'GET /v1/files HTTP/1.1\r\nHost: x\r\n\r\n';

test.each([
  ['a GET with a chunked body', 'GET /v1/models', 'Transfer-Encoding: chunked'],
  ['a GET with a body', 'GET /v1/models', `Content-Length: ${HIDDEN.length}`],
  ...['Content-Length', 'Transfer-Encoding', 'Host', 'Authorization', 'X-Api-Key'].map((name) => [
    `a Connection header that names ${name}`,
    'POST /v1/responses',
    `Connection: close, ${name}\r\nContent-Length: ${HIDDEN.length}`,
  ]),
])('%s is turned down, for another request may hide in it', async (_name, line, headers) => {
  const { answer, handled } = await sendHostile(
    (token) =>
      `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n${headers}\r\n\r\n${HIDDEN}`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(handled).toBe(0);
});

test('a plain request sent the same way does reach the handler', async () => {
  const { answer, handled } = await sendHostile(
    (token) =>
      `POST /v1/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(handled).toBe(1);
});
