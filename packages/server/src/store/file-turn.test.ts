import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJournalTurn, type JournalTurn } from '../../test-inputs/journal-turn.js';

let journal: JournalTurn;
beforeEach(async () => {
  journal = await createJournalTurn();
});
afterEach(() => journal.remove());

test('a cursor before the first event that is left is refused, with that one’s number', async () => {
  journal.write(5);
  const path = join(journal.directory, 'events.ndjson');
  const lines = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, lines.slice(3).join('\n'));
  await expect(journal.turn.checkCursor(2)).rejects.toMatchObject({
    code: 'cursor_expired',
    details: { first_seq: 4 },
  });
  await journal.turn.checkCursor(3);
});

test('the status follows the journal, and no longer once there is an end', async () => {
  journal.write(3);
  expect(await journal.turn.status()).toMatchObject({ state: 'running', lastSeq: 3 });
  journal.write(2);
  const [one, same] = await Promise.all([journal.turn.status(), journal.turn.status()]);
  expect([one.lastSeq, same]).toEqual([5, one]);
  journal.end();
  const ended = await journal.turn.status();
  expect(ended).toMatchObject({ state: 'success', lastSeq: 6, end: { exit_code: 0 } });
  expect(await journal.turn.status()).toBe(ended);
});
