import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DragomanEvent } from '@dragoman/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { createManualTurn } from '../../test-inputs/manual-turn.js';
import { createFilesRelays } from '../store/files-relays.js';
import { watchRequests } from './watch-requests.js';

const LOOK: DragomanEvent = { type: 'snapshot_request', requestId: 'look', instruction: 'Look.' };

async function watch() {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-relay-'));
  const relay = createFilesRelays(root).of('turn1');
  await relay.open({ sessionId: 'one', tokenHash: 'ab', expiresAt: Date.now() + 1e9 });
  const turn = createManualTurn(LOOK);
  const over = new AbortController();
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const watching = watchRequests({ turn, relay, pageMs: 10, onFailure }, over.signal);
  onTestFinished(async () => {
    turn.emit({ type: 'end', status: 'success', exit_code: 0, signal: null });
    over.abort();
    await watching;
    await rm(root, { recursive: true });
    expect(failures).toEqual([]);
  });
  return { turn, relay };
}

const page = { instance: 'one', tab: 'one', connection: 'one', tools: [] };

test('a request of a form is given up though a page without tools was there, and left', async () => {
  const { turn, relay } = await watch();
  await relay.join(page);
  await relay.leave(page.instance, page.connection);
  await expect
    .poll(() => turn.answers.get('look'), { timeout: 10_000 })
    .toEqual({
      error: expect.stringContaining('No page that could do getFormSnapshot was open'),
    });
});
