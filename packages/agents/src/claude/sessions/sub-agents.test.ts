import * as fs from 'node:fs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { inMemoryFile, openFile } from '../../sessions/open-file.js';
import { agentPositions, withSubAgents } from './sub-agents.js';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return { ...real, lstatSync: vi.fn(real.lstatSync), readdirSync: vi.fn(real.readdirSync) };
});

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

test('looks for the files that a session names, however many lie beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-agents-'));
  const path = join(folder, 'session.jsonl');
  for (let index = 0; index < 100; index += 1) {
    writeFileSync(join(folder, `agent-${index}.jsonl`), '{}\n');
  }
  writeFileSync(path, '{"agentId":"7"}\n{"agentId":"../x"}\n');
  const file = openFile(path);
  try {
    expect((await withSubAgents(file)).bytes).toBe(file.bytes + '\n{}\n\n'.length);
    expect(vi.mocked(fs.readdirSync)).not.toHaveBeenCalled();
    const looked = vi.mocked(fs.lstatSync).mock.calls.map(([at]) => String(at));
    expect(looked.sort()).toEqual([join(folder, 'agent-7.jsonl'), join(folder, 'session')]);
  } finally {
    file.close();
    rmSync(folder, { recursive: true });
  }
});
