import { expect, test } from 'vitest';
import { inMemoryFile } from '../../sessions/open-file.js';
import { agentPositions } from './sub-agents.js';

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
