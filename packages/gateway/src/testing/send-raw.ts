import { connect } from 'node:net';

/** Sends bytes to a gateway as they are, and gives all that comes back until the connection closes. */
export function sendRaw(url: string | undefined, text: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(url ?? '').port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => chunks.push(chunk));
    // A reset instead of an answer is a refusal too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}
