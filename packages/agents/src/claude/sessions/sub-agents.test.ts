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

test.each([0, 200_000, 262_130, 262_144, 600_000])(
  'finds each sub-agent behind its first line, and shows all lines, of which one is of %i bytes',
  async (bytes) => {
    const lines = [LINES[0], 'x'.repeat(bytes), ...LINES.slice(1)];
    const [one, two] = [lines.slice(0, 3), lines.slice(0, 4)].map((some) =>
      Buffer.byteLength(`${some.join('\n')}\n`),
    );
    const runs: string[] = [];
    const file = inMemoryFile(Buffer.from(lines.join('\n')));
    expect(await agentPositions(file, (run) => runs.push(run.toString()) > 0)).toEqual([
      { agentId: 'one', at: one },
      { agentId: 'two', at: two },
    ]);
    expect(runs.join('\n')).toBe(lines.join('\n'));
  },
);

test('who has found what it looks for is shown no more lines', async () => {
  const file = inMemoryFile(Buffer.from('{"agentId":"one"}\n'.repeat(100_000)));
  let shown = 0;
  await agentPositions(file, () => {
    shown += 1;
    return false;
  });
  expect(shown).toBe(1);
});

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
