import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { mountSmallDisk } from '@dragoman/testkit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openJournal } from './open-journal.js';
import { readJournal } from './read-journal.js';

const MODULE = JSON.stringify(new URL('../../dist/journal/open-journal.js', import.meta.url));

const DISK_BYTES = 1024 * 1024;

let disk: string;
let turn: string;
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'dragoman-full-'));
  turn = join(disk, 'turn');
});
afterEach(() => rmSync(disk, { recursive: true, force: true }));

/** Takes all the room there is, to the last page. */
function fill(name: string): void {
  const file = openSync(join(disk, name), 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096, 1));
  } catch {
    closeSync(file);
  }
}

const full = expect.objectContaining({
  code: 'journal_disk_full',
  message: expect.stringContaining('DRAGOMAN_STATE'),
});
const big = { type: 'message', role: 'assistant', content: 'x'.repeat(20_000) } as const;
const failed = { status: 'failed', code: 'disk_full' } as const;

async function expectEnd(events: number): Promise<void> {
  const read = await Readable.from(readJournal(turn)).toArray();
  expect(read.map(({ seq }) => seq)).toEqual(read.map((_event, index) => index + 1));
  expect(read).toHaveLength(events + 1);
  expect(read.at(-1)).toMatchObject({ type: 'end', ...failed });
}

describe('on a full disk', () => {
  let unmount: (() => void) | undefined;
  beforeEach(({ skip }) => {
    unmount = mountSmallDisk(disk, DISK_BYTES) ?? skip();
  });
  afterEach(() => unmount?.());

  test('an append fails as a whole, and the end is written all the same', async () => {
    const journal = openJournal(turn);
    journal.append(big);
    fill('filler');
    expect(() => {
      for (;;) journal.append([big, big, big]);
    }).toThrow(full);
    const written = journal.lastSeq;
    journal.appendEnd(failed);
    await expectEnd(written);
    expect(readdirSync(turn)).toEqual(['events.ndjson']);
  });

  test('the last words of a log are written all the same, and it goes on where there is room', async () => {
    const log = openJournal(turn);
    fill('filler');
    expect(() => {
      for (;;) log.append([big, big, big]);
    }).toThrow(full);
    const written = log.lastSeq;
    log.appendLast({ type: 'run.interrupted', reason: 'The disk is full.' });
    rmSync(join(disk, 'filler'));
    const again = openJournal(turn);
    expect(again.lastSeq).toBe(written + 1);
    again.append({ type: 'run.resumed' });
    await again.sync();
    again.close();
    const read = await Readable.from(readJournal(turn, { follow: 'writer' })).toArray();
    expect(read.map(({ type }) => type).slice(-2)).toEqual(['run.interrupted', 'run.resumed']);
  });

  test('an end waits for room when others took what was kept for it', async () => {
    let pauses = 0;
    const pause = () => {
      pauses += 1;
      if (pauses === 2) rmSync(join(disk, 'filler'));
    };
    const journal = openJournal(turn, { pause });
    journal.append(big);
    rmSync(join(turn, 'reserve'));
    fill('filler');
    // Less than any end: what is free in the last page is taken, too.
    expect(() => {
      for (;;) journal.append({ type: 'ping' });
    }).toThrow(full);
    const written = journal.lastSeq;
    journal.appendEnd(failed);
    expect(pauses).toBe(2);
    await expectEnd(written);
  });

  test('no journal is begun without room for its end', () => {
    fill('filler');
    expect(() => openJournal(turn)).toThrow(full);
    expect(existsSync(turn) ? readdirSync(turn).filter((name) => name === 'reserve') : []).toEqual(
      [],
    );
  });

  test('a journal left behind gets its end from the room its writer kept', async () => {
    const writer = `
      import { openJournal } from ${MODULE};
      const journal = openJournal(process.argv[1]);
      journal.append(${JSON.stringify(big)});
      process.stdout.write('ready');
      setInterval(() => {}, 1000);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, turn]);
    await once(child.stdout, 'data');
    fill('filler');
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    const journal = await vi.waitFor(() => openJournal(turn));
    journal.appendEnd(failed);
    await expectEnd(1);
  });
});
