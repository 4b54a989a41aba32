import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '@dragoman/protocol';

/** What another process may ask of a turn. */
export type ControlWish =
  | { readonly wish: 'cancel'; readonly reason?: string }
  | { readonly wish: 'kill' };

const NAME = 'control.sock';
const LONGEST_WISH = 64 * 1024;

/** Hears wishes of other processes of this user. A wish is one line of JSON. */
export async function listenForWishes(
  runDirectory: string,
  onWish: (wish: ControlWish) => void,
): Promise<() => void> {
  const server: Server = createServer((socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      text += String(chunk);
      const end = text.indexOf('\n');
      if (end === -1 && text.length < LONGEST_WISH) return;
      const wish = readWish(text.slice(0, end));
      if (wish !== undefined) onWish(wish);
      socket.end(wish === undefined ? 'no\n' : 'ok\n');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(join(runDirectory, NAME), resolve);
  });
  server.unref();
  return () => server.close();
}

/** Says whether there was somebody to hear it. */
export function sendWish(runDirectory: string, wish: ControlWish): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(runDirectory, NAME));
    let answer = '';
    socket.setEncoding('utf8');
    socket.once('connect', () => socket.write(`${JSON.stringify(wish)}\n`));
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(answer === 'ok\n'));
  });
}

function readWish(line: string): ControlWish | undefined {
  const parsed = parseJson(line);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { wish, reason } = parsed.value;
  if (wish === 'kill') return { wish };
  if (wish !== 'cancel') return undefined;
  return typeof reason === 'string' ? { wish, reason } : { wish };
}
