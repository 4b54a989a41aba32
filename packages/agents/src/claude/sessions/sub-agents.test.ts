import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inMemoryFile, openFile, textOf } from '../../sessions/open-file.js';
import { findAgents, withSubAgents } from './sub-agents.js';

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
    const show = (run: Buffer) => runs.push(run.toString()) > 0;
    expect([...(await findAgents(file, { show }))]).toEqual([
      ['one', one],
      ['two', two],
    ]);
    expect(runs.join('\n')).toBe(lines.join('\n'));
  },
);

test('who has found what it looks for is shown no more lines', async () => {
  const file = inMemoryFile(Buffer.from('{"agentId":"one"}\n'.repeat(100_000)));
  let shown = 0;
  const show = () => {
    shown += 1;
    return false;
  };
  await findAgents(file, { show });
  expect(shown).toBe(1);
});

test('the last line may lack its end', async () => {
  const file = Buffer.from('{"agentId":"one"}');
  expect([...(await findAgents(inMemoryFile(file)))]).toEqual([['one', file.length]]);
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

test('a sub-agent that only another one calls is read behind that, before what the session says next', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-agents-'));
  const subAgents = join(folder, 'session', 'subagents');
  mkdirSync(subAgents, { recursive: true });
  const started = (agent: string, call: string, text: string) => {
    writeFileSync(join(subAgents, `agent-${agent}.jsonl`), `${text}\n`);
    writeFileSync(join(subAgents, `agent-${agent}.meta.json`), JSON.stringify({ toolUseId: call }));
  };
  started('a', 'call-3', 'third');
  started('b', 'call-2', '{"id":"call-3","second":true}');
  started('c', 'call-1', '{"id":"call-2","first":true}');
  started('d', 'call-4', 'cut off');
  started('e', 'call-5', 'nobody knows');
  const path = join(folder, 'session.jsonl');
  writeFileSync(path, '{"agentId":"c"}\n{"count":1}\n{"id":"call-4"}\n{"count":2}\n');
  const file = openFile(path);
  try {
    const lines = (await textOf(await withSubAgents(file))).split('\n').filter(Boolean);
    expect(lines).toEqual([
      '{"agentId":"c"}',
      '{"id":"call-2","first":true}',
      '{"id":"call-3","second":true}',
      'third',
      '{"count":1}',
      '{"id":"call-4"}',
      'cut off',
      '{"count":2}',
      'nobody knows',
    ]);
  } finally {
    file.close();
    rmSync(folder, { recursive: true });
  }
});

test('a fork has the sub-agents of its origin, which it names and whose folder it does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-agents-'));
  const outside = mkdtempSync(join(tmpdir(), 'dragoman-agents-'));
  for (const session of [join(folder, 'origin'), join(folder, 'other'), outside]) {
    mkdirSync(join(session, 'subagents'), { recursive: true });
  }
  writeFileSync(join(folder, 'origin', 'subagents', 'agent-7.jsonl'), 'of the origin\n');
  writeFileSync(join(folder, 'other', 'subagents', 'agent-8.jsonl'), 'of another\n');
  writeFileSync(join(outside, 'subagents', 'agent-9.jsonl'), 'behind a link\n');
  symlinkSync(outside, join(folder, 'linked'));
  const path = join(folder, 'fork.jsonl');
  writeFileSync(path, '{"agentId":"7"}\n{"agentId":"9"}\n');
  const file = openFile(path);
  try {
    const lines = (await textOf(await withSubAgents(file))).split('\n').filter(Boolean);
    expect(lines).toEqual(['{"agentId":"7"}', 'of the origin', '{"agentId":"9"}']);
  } finally {
    file.close();
    for (const each of [folder, outside]) rmSync(each, { recursive: true });
  }
});
