import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { runDirectoryOf } from '@dragoman/sandbox';
import { expect, test, vi } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';

const fixture = fixtureOfFile();

/** Opens 1,024 connections to each socket and holds them; says how many are left. */
const FLOOD = `
  const { connect } = require('node:net');
  const open = new Set();
  for (const path of process.argv.slice(1)) {
    for (let count = 0; count < 1024; count += 1) {
      const socket = connect(path, () => socket.write('{"kind":'));
      open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)).resume());
    }
  }
  setInterval(() => console.log(open.size), 100);
`;

test('1,024 connections to each socket of a turn disturb neither it nor another turn', async () => {
  const tool = { name: 'look', inputSchema: { type: 'object' } };
  const attacked = await fixture.start({
    script: { steps: [{ run: 'touch begun; sleep 600' }] },
    tools: [tool],
  });
  const sockets = ['gateway', 'caller', 'control'].map(
    (name) => `${runDirectoryOf(attacked.id)}/${name}.sock`,
  );
  await vi.waitFor(async () => expect(await readdir(fixture.workspace)).toContain('begun'), {
    timeout: 60_000,
    interval: 20,
  });
  const before = (await readdir('/proc/self/fd')).length;
  const flood = spawn(process.execPath, ['-e', FLOOD, ...sockets], { stdio: 'pipe' });
  try {
    const lines = createInterface(flood.stdout);
    let held = Number.POSITIVE_INFINITY;
    lines.on('line', (line) => {
      held = Number(line);
    });
    await vi.waitFor(() => expect(held).toBeLessThanOrEqual(3 * 64), {
      timeout: 60_000,
      interval: 20,
    });
    expect((await readdir('/proc/self/fd')).length).toBeLessThan(before + 3 * 64 + 50);
    const { end, events } = await fixture.run({ script: { steps: [{ say: 'Undisturbed.' }] } });
    expect(end.status).toBe('success');
    expect(events).toContainEqual(expect.objectContaining({ content: 'Undisturbed.' }));
  } finally {
    flood.kill('SIGKILL');
    await once(flood, 'exit');
  }
  await attacked.cancel('Enough.');
  expect(await attacked.outcome).toMatchObject({ status: 'canceled' });
}, 120_000);
