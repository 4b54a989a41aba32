import type { UnifiedContent } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { agents } from '../agents.js';
import { inMemoryFile } from './open-file.js';
import { holdsText, type SessionMatch, searchLines } from './search-session.js';
import { createTextFinder } from './text-query.js';

const saved = recordings().filter(({ view }) => view === 'saved');

async function search(path: string, agent: keyof typeof agents, text: string) {
  const matches: SessionMatch[] = [];
  const finder = createTextFinder({ text });
  const { sessions } = agents[agent].interpreter;
  await sessions.search(path, finder, (match) => matches.push(match));
  // Nothing is found that a look at the bytes would rule out.
  return (await sessions.holds?.(path, finder)) === false ? [] : matches;
}

function wordsOf(block: UnifiedContent): readonly string[] {
  if (block.type === 'text') return [block.text];
  if (block.type === 'tool_use') {
    const { command } = block.input;
    return typeof command === 'string' ? [command] : [];
  }
  return [];
}

test('finds in every recording what its session is read to say', { timeout: 120_000 }, async () => {
  const missed: string[] = [];
  for (const { path, agent } of saved) {
    const name = agent as keyof typeof agents;
    const { messages } = await agents[name].interpreter.sessions.load(path);
    const said = messages
      .filter(({ synthetic }) => synthetic === undefined)
      .flatMap(({ content }) => content.flatMap(wordsOf))
      .map((text) => text.split('\n').find((line) => line.trim() !== '') ?? '')
      .filter((line) => line !== '');
    for (const line of new Set(said.slice(0, 8))) {
      const matches = await search(path, name, line);
      if (matches.length === 0) missed.push(`${path}: ${line.slice(0, 80)}`);
    }
  }
  expect(missed).toEqual([]);
});

test('a file is read no further than to where it holds the text', async () => {
  const content = inMemoryFile(Buffer.from('{"text":"zebra"}\n'.repeat(100_000)));
  const reads: number[] = [];
  const file = {
    ...content,
    read: (into: Uint8Array, position: number) => {
      reads.push(position);
      return content.read(into, position);
    },
  };
  expect(await holdsText(file, createTextFinder({ text: 'zebra' }))).toBe(true);
  expect(reads).toEqual([0]);
});

test.each(['你好', 'привет', 'ü', '"', '\\', '/'])(
  'a search for %j, which no piece of bytes stands for, comes to its end',
  async (text) => {
    const lines = ['{"text":"nothing"}', '', JSON.stringify({ text: `a ${text} b` }), '{}'];
    const found: SessionMatch[] = [];
    for (const end of ['', '\n']) {
      await searchLines(
        inMemoryFile(Buffer.from(lines.join('\n') + end)),
        createTextFinder({ text }),
        ({ text: content }) => [{ type: 'message', role: 'user', content: String(content) }],
        (match) => found.push(match),
      );
    }
    const match = { kind: 'prompt', text: `a ${text} b`, at: 2 };
    expect(found).toEqual([match, match]);
  },
);
