import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inMemoryFile, openFile } from '../../sessions/open-file.js';
import { agentPositions, withSubAgents } from './sub-agents.js';

const LINES = [
  '{"a":1}',
  '{"agentId":"one"}',
  '{"x":"y","agentId":"two","b":"ü"}',
  '{"agentId":"one"}',
  '{"agentId":""}',
];
const FILE = Buffer.from(LINES.join('\n'));

test.each([1, 7, 30, 64, 1000])(
  'finds each sub-agent behind its first line, %i bytes at a time',
  async (bytes) => {
    const ends = [LINES.slice(0, 2), LINES.slice(0, 3)].map((lines) =>
      Buffer.byteLength(`${lines.join('\n')}\n`),
    );
    expect(await agentPositions(inMemoryFile(FILE), bytes)).toEqual([
      { agentId: 'one', at: ends[0] },
      { agentId: 'two', at: ends[1] },
    ]);
  },
);

test('the last line may lack its end', async () => {
  const file = Buffer.from('{"agentId":"one"}');
  expect(await agentPositions(inMemoryFile(file))).toEqual([{ agentId: 'one', at: file.length }]);
});

test('joins the files that a session names by a plain id, and no others that lie beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-agents-'));
  const path = join(folder, 'session.jsonl');
  mkdirSync(join(folder, 'agent-..'));
  for (const name of ['agent-7.jsonl', 'agent-8.jsonl', 'x.jsonl']) {
    writeFileSync(join(folder, name), '{}\n');
  }
  writeFileSync(path, '{"agentId":"7"}\n{"agentId":"../x"}\n');
  const file = openFile(path);
  try {
    expect((await withSubAgents(file)).bytes).toBe(file.bytes + '\n{}\n\n'.length);
  } finally {
    file.close();
    rmSync(folder, { recursive: true });
  }
});
