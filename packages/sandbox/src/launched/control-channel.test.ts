import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ControlChannel, openControlChannel } from './control-channel.js';

let root: string;
let path: string;
let channel: ControlChannel;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-control-'));
  path = join(root, 'control.sock');
  channel = await openControlChannel(path);
});
afterEach(async () => {
  await channel.close();
  await rm(root, { recursive: true, force: true });
});

function call(words = ''): Socket {
  const socket = connect(path, () => socket.write(words));
  socket.on('error', () => {});
  return socket;
}

test('of two that come at once the first is the launcher, and the other is not heard', async () => {
  const first = call();
  const second = call('{"type":"started","pid":1}\n{"type":"exit","exitCode":0}\n');
  second.resume();
  // A reset is a refusal, too.
  await new Promise((resolve) => second.once('close', resolve));
  await channel.arrived;
  first.write('{"type":"started","pid":2}\n{"type":"exit","exitCode":3}\n');
  expect(await channel.started).toEqual({ type: 'ready' });
  expect(await channel.exit).toMatchObject({ exitCode: 3 });
});

test('orders that come before the launcher are kept for it', async () => {
  channel.send({ type: 'signal', name: 'SIGINT' });
  const [bytes] = await once(call(), 'data');
  expect(String(bytes)).toBe('{"type":"signal","name":"SIGINT"}\n');
});

test('what is no report, or is too long for one, changes nothing', async () => {
  const launcher = call(`no JSON\n[1]\n{"type":"exit","exitCode":"${'1'.repeat(70_000)}"}\n`);
  launcher.write('{"type":"exit","exitCode":"7","signal":"SIGNOTHING","memoryKills":"many"}\n');
  expect(await channel.exit).toEqual({
    type: 'exit',
    exitCode: null,
    signal: null,
    memoryKills: 0,
  });
});

test('a launcher that hangs up before it says anything has started nothing', async () => {
  const launcher = call();
  await channel.arrived;
  launcher.destroy();
  expect(await channel.started).toBeUndefined();
  expect(await channel.exit).toBeUndefined();
});
