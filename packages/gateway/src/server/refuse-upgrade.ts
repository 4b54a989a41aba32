import type { Duplex } from 'node:stream';

const BODY = JSON.stringify({
  error: { message: 'This gateway speaks plain HTTP only.', type: 'invalid_request_error' },
});

const ANSWER = [
  'HTTP/1.1 426 Upgrade Required',
  // RFC 9110 wants a 426 to name what the server does speak.
  'Upgrade: HTTP/1.1',
  'Connection: close, Upgrade',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(BODY)}`,
  '',
  BODY,
].join('\r\n');

/** Turns a WebSocket down in a way that clients take as "use HTTP" and not as a fault to retry. */
export function refuseUpgrade(socket: Duplex): void {
  // The client may be gone already; there is nobody left to tell.
  socket.on('error', () => socket.destroy());
  socket.end(ANSWER, () => socket.destroy());
}
