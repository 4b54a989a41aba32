/**
 * A program in a sandbox whose stdin and stdout are a connection to a door: `node join-door.mjs
 * <file>`. The file says which door, and what is said there first, so that no secret stands in an
 * argument list. Agents take it for a server that speaks on stdio.
 *
 * It runs where nothing of Dragoman is installed, so it imports nothing but Node.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { DoorPass } from './door-pass.mjs';

function leave(why = 'nobody is behind it.'): void {
  process.stderr.write(`The door can't be used: ${why}\n`);
  process.exit(1);
}

try {
  // Only the owner of the sandbox writes it; what else it may hold ends here.
  const { port, token }: DoorPass = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
  const door = connect({ host: '127.0.0.1', port, noDelay: true });
  let heard = false;
  door.once('data', (bytes) => {
    heard = true;
    // A door that leads nowhere says so in HTTP.
    if (bytes.subarray(0, 5).toString() === 'HTTP/') leave(bytes.toString().split('\r\n\r\n')[1]);
  });
  door.once('error', ({ message }) => leave(message));
  // Who hangs up without a word didn't know the token. What was heard is first written to the end: an
  // exit drops what a slow reader has not taken yet.
  door.once('close', () => {
    if (heard) process.stdout.write('', () => process.exit(0));
    else leave('the other side hung up.');
  });
  door.write(`${token}\n`);
  process.stdin.on('error', () => door.destroy()).pipe(door);
  door.pipe(process.stdout).on('error', () => door.destroy());
} catch (error) {
  leave(error instanceof Error ? error.message : String(error));
}
