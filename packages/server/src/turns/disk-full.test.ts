import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALL_TIMEOUT_MS, mountSmallDisk } from '@dragoman/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { createServerFixture, eventsOf, refusalIn } from '../../test-inputs/server-fixture.js';

test(
  'on a full disk no turn begins, which is said, and so it is by /ready; it was a 500 and well',
  async ({ skip }) => {
    const fixture = await createServerFixture();
    onTestFinished(fixture.remove);
    const { get, post, stateDirectory } = fixture;
    const disk = join(stateDirectory, 'disk');
    await mkdir(disk);
    onTestFinished(mountSmallDisk(disk, 8 * 1024 * 1024) ?? skip());
    const small = await createServerFixture({ stateDirectory: disk });
    onTestFinished(small.remove);
    const begin = (headers = {}) =>
      small.post('/v1/turns', { prompt: 'Hi.', agent: 'codex', conversation: 'chat' }, headers);
    expect((await small.get('/ready')).status).toBe(200);
    const first = await begin();
    expect((await eventsOf(first)).at(-1)).toMatchObject({ status: 'success' });

    const filler = join(disk, 'filler');
    await expect(writeFile(filler, Buffer.alloc(16 * 1024 * 1024))).rejects.toThrow(/ENOSPC/);
    for (const headers of [{}, { 'idempotency-key': 'once' }]) {
      const refused = await begin(headers);
      expect(await refusalIn(refused)).toEqual([507, 'disk_full']);
    }
    expect(small.log.at(-1)).toMatchObject({ status: 507, error: expect.stringMatching(/full/) });
    await expect.poll(async () => refusalIn(await small.get('/ready'))).toEqual([507, 'disk_full']);
    // What is there can be read.
    const path = `/v1/turns/${first.headers.get('turn-id')}/events`;
    expect((await eventsOf(await small.get(path))).at(-1)).toMatchObject({ type: 'end' });

    await rm(filler);
    await expect.poll(async () => (await small.get('/ready')).status, { timeout: 5000 }).toBe(200);
    const next = await begin({ 'idempotency-key': 'once' });
    expect((await eventsOf(next)).at(-1)).toMatchObject({ type: 'end', status: 'success' });
    // The other server never noticed.
    expect([(await get('/ready')).status, (await post('/v1/turns', {})).status]).toEqual([
      200, 400,
    ]);
  },
  INSTALL_TIMEOUT_MS,
);
