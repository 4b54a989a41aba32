import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createUnfinishedLines } from './unfinished-lines.js';

/** A connection that is given bytes. */
function connection(watch: (socket: Socket) => void) {
  const socket = new Socket();
  watch(socket);
  return { socket, say: (text: string) => socket.emit('data', Buffer.from(text)) };
}

test('long lines of many connections together have one bound, and whoever goes over it is closed', () => {
  const watch = createUnfinishedLines(100);
  const [first, second] = [connection(watch), connection(watch)];
  first.say('x'.repeat(60));
  second.say('y'.repeat(41));
  expect([first.socket.destroyed, second.socket.destroyed]).toEqual([false, true]);
});

test('a line that has ended, and a connection that has, make room', async () => {
  const watch = createUnfinishedLines(100);
  const [first, second, third] = [connection(watch), connection(watch), connection(watch)];
  for (let count = 0; count < 50; count += 1) first.say(`${'x'.repeat(90)}\n`);
  second.say('y'.repeat(90));
  second.socket.destroy();
  await new Promise((resolve) => second.socket.once('close', resolve));
  third.say('z'.repeat(90));
  expect([first.socket.destroyed, third.socket.destroyed]).toEqual([false, false]);
});
