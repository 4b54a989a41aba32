import { defaultMaxLineBytes } from '@dragoman/protocol/internal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLineRuns } from './line-runs.js';
import { inMemoryFile, type OpenFile } from './open-file.js';

interface Shown {
  readonly text: string;
  readonly isTerminated: boolean;
  readonly at: number;
}

async function runsOf(file: OpenFile, from = 0) {
  const runs: Shown[] = [];
  const end = await readLineRuns(file, from, (run, isTerminated, at) => {
    runs.push({ text: run.toString('latin1'), isTerminated, at });
    return true;
  });
  return { runs, end };
}

/** Lines of which some are longer than what is read at once. */
const lines = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 50 }),
    fc.constantFrom(262_143, 262_144, 300_000, 524_288, 1_700_000),
  ),
  { minLength: 1, maxLength: 12 },
);

test('shows every line once, where it is, whatever its length', { timeout: 60_000 }, async () => {
  const law = fc.asyncProperty(lines, fc.boolean(), async (lengths, isEnded) => {
    const text = lengths.map((length, index) => `${index}`.repeat(length)).join('\n');
    const content = Buffer.from(isEnded ? `${text}\n` : text);
    const { runs, end } = await runsOf(inMemoryFile(content));
    expect(runs.map((run) => run.text).join('\n') === text).toBe(true);
    expect(end).toBe(content.length);
    expect(runs.filter(({ isTerminated }) => !isTerminated).length).toBe(isEnded ? 0 : 1);
    for (const { text: shown, at } of runs) {
      expect(content.toString('latin1', at, at + shown.length) === shown).toBe(true);
    }
  });
  await fc.assert(law, { numRuns: 30 });
});

test('a line that is too long hides no other', async () => {
  const long = 'x'.repeat(defaultMaxLineBytes + 1_000_000);
  const { runs } = await runsOf(inMemoryFile(Buffer.from(`one\n${long}\ntwo\n`)));
  expect(runs.map(({ text }) => text)).toEqual(['one', 'two']);
});

test('a last line that is to be read again is where to go on', async () => {
  const file = inMemoryFile(Buffer.from('one\ntw'));
  expect(await readLineRuns(file, 0, (_run, isTerminated) => isTerminated)).toBe(4);
});

test('who has seen enough stops, and goes on with the lines that it was shown last', async () => {
  const content = Buffer.from('a line\n'.repeat(200_000));
  let shown = 0;
  const end = await readLineRuns(inMemoryFile(content), 0, () => {
    shown += 1;
    return shown < 2;
  });
  expect(shown).toBe(2);
  const { runs } = await runsOf(inMemoryFile(content), end);
  expect(runs.map(({ text }) => `${text}\n`).join('')).toBe(content.toString('utf8', end));
});

test('an error of who looks at the lines comes when nothing is read any more', async () => {
  const content = inMemoryFile(Buffer.from(`${'line\n'.repeat(200_000)}`));
  let reading = 0;
  const file: OpenFile = {
    ...content,
    async read(into, position) {
      reading += 1;
      await new Promise(setImmediate);
      const length = await content.read(into, position);
      reading -= 1;
      return length;
    },
  };
  const failure = new Error('enough');
  const read = readLineRuns(file, 0, () => {
    throw failure;
  });
  await expect(read).rejects.toBe(failure);
  expect(reading).toBe(0);
});
