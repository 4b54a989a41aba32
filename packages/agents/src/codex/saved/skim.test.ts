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

test('a session ends the same whether its last record was parsed or not', () => {
  const read = (isSkimming: boolean) => {
    const interpreter = createCodexSaved();
    const events = session.flatMap((text) => {
      const skimmed = isSkimming && interpreter.skim?.isMeant(text);
      const became = skimmed ? interpreter.skim?.push(text) : interpreter.push(JSON.parse(text));
      return became?.events ?? [];
    });
    return [...events, ...interpreter.flush()];
  };
  expect(read(true).at(-1)).toMatchObject({ status: 'failed', ts: '2026-01-01T00:00:03.000Z' });
  expect(read(true)).toEqual(read(false));
});
