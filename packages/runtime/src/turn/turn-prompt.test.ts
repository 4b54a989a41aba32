import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { openJournal } from '../journal/open-journal.js';
import { readTurnPrompt } from './turn-prompt.js';

const said = (role: 'user' | 'assistant', content: string) =>
  ({ type: 'message', role, content, delta: false }) as const;

test('the prompt of a turn is what its journal says that the user asked, without pages of it', () =>
  withThrowawayHome(async ({ home }) => {
    const journal = openJournal(join(home, 'turn'));
    journal.append([said('user', 'x'.repeat(5000)), said('assistant', 'No.')]);
    expect(await readTurnPrompt({ directory: join(home, 'turn') })).toBe('x'.repeat(2000));
    // Its owner died: nobody waits for more.
    journal.close();
    expect(await readTurnPrompt({ directory: join(home, 'turn') })).toBe('x'.repeat(2000));
  }));

test('a turn without a journal, or whose agent speaks first, has none', () =>
  withThrowawayHome(async ({ home }) => {
    expect(await readTurnPrompt({ directory: join(home, 'none') })).toBeUndefined();
    const journal = openJournal(join(home, 'turn'));
    journal.append(Array.from({ length: 20 }, () => said('assistant', 'Hello.')));
    journal.append([said('user', 'Late.')]);
    journal.close();
    expect(await readTurnPrompt({ directory: join(home, 'turn') })).toBeUndefined();
  }));

test("a turn whose journal can't be read has none", () =>
  withThrowawayHome(async ({ home }) => {
    mkdirSync(join(home, 'turn', 'events.ndjson'), { recursive: true });
    expect(await readTurnPrompt({ directory: join(home, 'turn') })).toBeUndefined();
  }));
