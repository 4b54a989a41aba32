import { isJsonObject, parseJson } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AgentName, agents } from '../agents.js';
import type { UsageReader } from './usage-format.js';
import type { CountAfter } from './usage-part.js';
import { createUsageRows } from './usage-rows.js';

// A reader looks only at lines whose bytes may say something, and takes what it can without parsing.

const NAMES = ['codex', 'claude', 'gemini'] as const satisfies readonly AgentName[];
/** Of a longer file nothing else would be tried, and each try would take as long as a hundred. */
const SHORT_BYTES = 32 * 1024;

type ReadLines = (reader: UsageReader, bytes: Buffer, read: (record: unknown) => void) => void;

const parsed = (line: string): unknown => {
  const result = parseJson(line);
  return result.ok ? result.value : undefined;
};

const readAll: ReadLines = (_reader, bytes, read) => {
  for (const line of bytes.toString().split('\n')) read(parsed(line));
};

const readQuickly: ReadLines = (reader, bytes, read) =>
  reader.findLines(bytes, (start, end) => {
    const line = bytes.toString('utf8', start, end);
    read(reader.quickly?.(line) ?? parsed(line));
  });

/** What comes of a file that is read in one way or the other. */
function usageIn(agent: AgentName, bytes: Buffer, readLines: ReadLines) {
  const reader = agents[agent].interpreter.usage?.createReader();
  if (reader === undefined) throw new Error(`${agent} records no usage.`);
  const rows = createUsageRows();
  const counts: CountAfter[] = [];
  const sink = {
    call: rows.add,
    count: (count: CountAfter['count']) => counts.push({ after: rows.count, count }),
  };
  readLines(reader, bytes, (record) => {
    if (isJsonObject(record)) reader.read(record, sink);
  });
  return { rows: [...rows.words()], models: rows.models, counts };
}

const savedFiles = NAMES.flatMap((agent) =>
  recordings()
    .filter((one) => one.agent === agent && one.view === 'saved')
    .map((one) => ({ agent, bytes: Buffer.from(one.bytes()) })),
);

test('lines that are passed over say nothing, in all recordings', () => {
  expect(savedFiles.length).toBeGreaterThan(100);
  for (const { agent, bytes } of savedFiles) {
    expect(usageIn(agent, bytes, readQuickly)).toEqual(usageIn(agent, bytes, readAll));
  }
});

test('nor do lines that only quote such lines, are none, or lie between them', () => {
  const hostile = fc.oneof(
    fc.constant(''),
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
    fc.json(),
    fc.nat().map((at) => ({ quoted: at })),
  );
  const file = fc.constantFrom(...savedFiles.filter(({ bytes }) => bytes.length < SHORT_BYTES));
  const property = fc.property(
    file,
    fc.array(fc.tuple(fc.nat(), hostile), { maxLength: 8 }),
    (saved, additions) => {
      const lines = saved.bytes.toString().split('\n');
      for (const [at, addition] of additions) {
        const line =
          typeof addition === 'string'
            ? addition
            : JSON.stringify({ type: 'other', text: lines[addition.quoted % lines.length] });
        // The first line says whose file it is.
        lines.splice(1 + (at % lines.length), 0, line);
      }
      const bytes = Buffer.from(lines.join('\n'));
      const quickly = usageIn(saved.agent, bytes, readQuickly);
      expect(quickly).toEqual(usageIn(saved.agent, bytes, readAll));
    },
  );
  fc.assert(property, { numRuns: 30 });
});
