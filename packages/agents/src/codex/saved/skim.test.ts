import { type DragomanEvent, isJsonObject, parseJson } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { createCodexSaved } from '../saved.js';

const line = (time: string, type: string, payload: object) =>
  JSON.stringify({ timestamp: `2026-01-01T00:00:${time}.000Z`, type, payload });

const figures = { input_tokens: 10, output_tokens: 1, total_tokens: 11 };
const prompt = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] };
const session = [
  line('00', 'response_item', prompt),
  line('01', 'event_msg', { type: 'user_message', message: 'go' }),
  line('02', 'event_msg', { type: 'error', message: 'no more' }),
  line('03', 'event_msg', {
    type: 'token_count',
    info: { total_token_usage: figures, last_token_usage: figures },
  }),
];

/** The events of a file, with or without taking lines as they are where that will do. */
function read(lines: readonly string[], isSkimming: boolean): DragomanEvent[] {
  const interpreter = createCodexSaved();
  const events = lines.flatMap((text) => {
    const skimmed =
      isSkimming && interpreter.skim?.isMeant(text) ? interpreter.skim.push(text) : undefined;
    return (skimmed ?? interpreter.push(JSON.parse(text))).events;
  });
  return [...events, ...interpreter.flush()];
}

test('a session ends the same whether its last record was parsed or not', () => {
  expect(read(session, true).at(-1)).toMatchObject({
    status: 'failed',
    ts: '2026-01-01T00:00:03.000Z',
  });
  expect(read(session, true)).toEqual(read(session, false));
});

test('thoughts are the same whether their lines were parsed or not', () => {
  const thought = (text: string, seal?: string) => [
    line('01', 'event_msg', { type: 'agent_reasoning', text }),
    line('02', 'response_item', {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text }],
      ...(seal !== undefined && { encrypted_content: seal }),
    }),
  ];
  const texts = ['plain', 'two\nlines', 'a "quote"', 'a \\ path', '"encrypted_content":"x"', 'ünï'];
  for (const text of texts) {
    for (const seal of [undefined, '', 'gAAAA']) {
      const lines = [...session.slice(0, 2), ...thought(text, seal)];
      expect(read(lines, true)).toEqual(read(lines, false));
      expect(read(lines, true)).toContainEqual(expect.objectContaining({ content: text }));
    }
  }
});

test('every recorded session is told the same with and without skimming', () => {
  let skimmed = 0;
  for (const { agent, view, bytes } of recordings()) {
    if (agent !== 'codex' || view !== 'saved') continue;
    const lines = Buffer.from(bytes()).toString('utf8').split('\n').filter(isWhole);
    skimmed += lines.filter((text) => createCodexSaved().skim?.isMeant(text)).length;
    expect(read(lines, true)).toEqual(read(lines, false));
  }
  expect(skimmed).toBeGreaterThan(100);
});

/** Some recordings end in a torn line, which is nobody's to interpret. */
function isWhole(text: string): boolean {
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value);
}
