import { expect, test } from 'vitest';
import { createStatusFold } from './status-fold.js';

let seq = 0;
const line = (fields: object): string => {
  seq += 1;
  const { type, ...rest } = { type: '', ...fields };
  return `${JSON.stringify({ type, seq, ts: '2026-01-01T00:00:00Z', ...rest })}\n`;
};

test('a turn runs, waits as long as a request is open, and ends', () => {
  seq = 0;
  const fold = createStatusFold();
  expect(fold.status()).toMatchObject({ state: 'running', lastSeq: 0, requests: [] });
  fold.push([
    line({ type: 'init', session_id: 's1' }),
    line({ type: 'init', modelId: 'm' }),
    line({ type: 'tool_request', requestId: 'a', tool_name: 'ask' }),
    line({ type: 'snapshot_request', requestId: 'b', instruction: 'Fill it.' }),
    line({ type: 'tool_answer', requestId: 'a', status: 'success' }),
    'no event\n',
  ]);
  expect(fold.status()).toMatchObject({
    state: 'waiting',
    sessionId: 's1',
    lastSeq: 5,
    requests: [{ requestId: 'b', type: 'snapshot_request', tool_name: 'getFormSnapshot', seq: 4 }],
  });
  const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
  fold.push([
    line({ type: 'tool_answer', requestId: 'b', status: 'expired' }),
    line({ type: 'usage', ...usage }),
    line({ type: 'usage', ...usage }),
  ]);
  expect(fold.status()).toMatchObject({ state: 'running', usage: { total_tokens: 6 } });
  fold.push([line({ type: 'end', status: 'failed', exit_code: 1, usage })]);
  expect(fold.status()).toMatchObject({ state: 'failed', usage, end: { exit_code: 1 } });
});
