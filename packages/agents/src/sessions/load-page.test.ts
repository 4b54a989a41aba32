import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longSession, recordedVersions } from '../../test-inputs/long-session.js';
import { codexSessionFormat as FORMAT } from '../codex/sessions.js';
import { type LoadedPage, loadPage, type PageReach, readMark } from './load-page.js';
import { inMemoryFile } from './open-file.js';

/** So short that a page of these small files needs many steps. */
const SHORT: PageReach = { first: 4 * 1024, most: 1024 * 1024 };
const ALL: PageReach = { first: 1e9, most: 1e9 };

const KINDS = [
  'session_meta',
  'turn_context',
  'event_msg',
  'response_item',
  'task_started',
  'item_completed',
  'message',
  'function_call',
  'function_call_output',
  'token_count',
  'agent_message',
  '__proto__',
];

function fileOf(text: string) {
  return inMemoryFile(Buffer.from(text));
}

function whole(text: string): Promise<LoadedPage> {
  return loadPage(fileOf(text), FORMAT, { last: 1_000_000 }, ALL);
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

/** A page never begins where the page behind it does, or paging would not end. */
function expectFurtherBack(earlier: string, before: string | undefined): void {
  if (before === undefined) return;
  const [mark, last] = [readMark(earlier), readMark(before)];
  expect(mark.at < last.at || (mark.at === last.at && mark.index < last.index)).toBe(true);
}

/** All pages from the last to the first. */
async function pagesOf(text: string, last: number): Promise<LoadedPage[]> {
  const pages: LoadedPage[] = [];
  for (let before: string | undefined; ; ) {
    const page = await loadPage(fileOf(text), FORMAT, { last, before }, SHORT);
    pages.push(page);
    if (page.earlier === undefined) return pages;
    expectFurtherBack(page.earlier, before);
    before = page.earlier;
  }
}

describe.each(recordedVersions())('a session of %s', (version) => {
  test.each([
    ['many turns', false],
    ['one long turn', true],
  ])('of %s has every message on exactly one page, as the whole has it', async (_, oneTurn) => {
    const text = longSession({ version, times: 2, oneTurn });
    const { messages } = await whole(text);
    const pages = await pagesOf(text, 23);
    expect(pages.toReversed().flatMap((page) => page.messages)).toEqual(messages);
    expect(pages.slice(0, -1).every((page) => page.messages.length === 23)).toBe(true);
  });
});

describe('a page', () => {
  const text = longSession({ version: '0.166.0', times: 2 });

  test.each([1, 7, 50])('of %i messages has the last of the whole', async (last) => {
    const { messages, session } = await whole(text);
    const page = await loadPage(fileOf(text), FORMAT, { last }, SHORT);
    expect(page.messages).toEqual(messages.slice(-last));
    expect(page.session).toEqual(session);
  });

  test('reads little of a long file', async () => {
    const file = fileOf(longSession({ version: '0.166.0', times: 40 }));
    let read = 0;
    const counting = {
      ...file,
      async read(into: Uint8Array, position: number) {
        const bytes = await file.read(into, position);
        read += bytes;
        return bytes;
      },
    };
    const first = 64 * 1024;
    await loadPage(counting, FORMAT, { last: 5 }, { first, most: 1024 * 1024 });
    expect(file.bytes).toBeGreaterThan(8_000_000);
    expect(read).toBeLessThan(file.bytes / 3);
  });

  test('deep in a long file reads as little as one near its end', async () => {
    const file = fileOf(longSession({ version: '0.166.0', times: 20 }));
    let read = 0;
    const counting = {
      ...file,
      async read(into: Uint8Array, position: number) {
        const bytes = await file.read(into, position);
        read += bytes;
        return bytes;
      },
    };
    const reads: number[] = [];
    for (let before: string | undefined; reads.length < 40; ) {
      read = 0;
      const page = await loadPage(counting, FORMAT, { last: 50, before });
      reads.push(read);
      before = page.earlier;
      if (before === undefined) break;
      // Counted from a position nearby, not from the beginning of all that was read.
      expect(readMark(before).index).toBeLessThan(50);
    }
    expect(reads).toHaveLength(40);
    expect(median(reads.slice(20))).toBeLessThan(2 * median(reads.slice(0, 20)));
  });

  test('gives no figures that only the whole session has', async () => {
    const page = await loadPage(fileOf(text), FORMAT, { last: 5 }, SHORT);
    expect(page).not.toHaveProperty('usage');
    expect(await whole(text)).toHaveProperty('usage');
  });

  test('of more messages than there are is the whole', async () => {
    const page = await loadPage(fileOf(text), FORMAT, { last: 1e6 }, SHORT);
    expect(page).toEqual(await whole(text));
  });

  test('before any mark is some page, or refused', async () => {
    const file = fileOf(text);
    await fc.assert(
      fc.asyncProperty(fc.nat(file.bytes + 10), fc.nat(), async (at, index) => {
        const page = await loadPage(file, FORMAT, { last: 2, before: `${at}:${index}` }, SHORT);
        expect(page.messages.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 20 },
    );
    for (const before of ['', '5', '-1:0', '1:2:3', '1e9:0', '../x', `${'9'.repeat(99)}:0`]) {
      await expect(loadPage(file, FORMAT, { last: 2, before })).rejects.toMatchObject({
        code: 'invalid_option',
      });
    }
  });
});

test('a page of any file can be turned back to its beginning', async () => {
  const any = fc.oneof(fc.jsonValue(), fc.constantFrom('a', 'b', null, 1));
  const type = fc.constantFrom(...KINDS);
  const payload = fc.record({ type, call_id: any, id: any, role: any, content: any, item: any });
  const line = fc.oneof(
    fc.record({ type, payload }).map((record) => JSON.stringify(record)),
    payload.map((record) => JSON.stringify(record)),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 60 }), async (lines) => {
      const file = fileOf(lines.join('\n'));
      for (let before: string | undefined; ; ) {
        const page = await loadPage(file, FORMAT, { last: 2, before }, { first: 64, most: 1024 });
        if (page.earlier === undefined) break;
        expectFurtherBack(page.earlier, before);
        before = page.earlier;
      }
    }),
    { numRuns: 360 },
  );
});
