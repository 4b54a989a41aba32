import { startTurnBody } from '@dragoman/protocol/http';
import { expect, test } from 'vitest';
import { runInput } from '../ag-ui/run-input.js';
import { runRequest } from '../agent-api/run-request.js';
import { chatRequest } from '../chat/chat-request.js';
import { responseRequest } from '../responses/response-request.js';
import { faultOf } from './checked.js';

const JUNK = new Array<number>(1_000_000).fill(0);
const user = { id: 'message-1', role: 'user' };

test.each([
  ['tools of a turn', startTurnBody, { tools: JUNK }],
  ['images of a turn', startTurnBody, { images: JUNK }],
  ['results of a run', runRequest, { tool_results: JUNK }],
  ['approvals of a run', runRequest, { approvals: JUNK }],
  ['environment of a run', runRequest, { env: { ...JUNK } }],
  ['messages of a chat', chatRequest, { messages: JUNK }],
  ['parts of a message', chatRequest, { messages: [{ ...user, parts: JUNK }] }],
  ['messages of AG-UI', runInput, { messages: JUNK }],
  ['content of AG-UI', runInput, { messages: [{ ...user, content: JUNK }] }],
  ['tools of AG-UI', runInput, { tools: JUNK }],
  ['context of AG-UI', runInput, { context: JUNK }],
  ['input of a response', responseRequest, { input: JUNK }],
  ['content of a response', responseRequest, { input: [{ role: 'user', content: JUNK }] }],
  ['tools of a response', responseRequest, { tools: JUNK }],
  ['metadata of a response', responseRequest, { input: 'Hello.', metadata: { ...JUNK } }],
])('a million wrong %s are refused at once', (_, schema, body) => {
  const began = performance.now();
  expect(typeof faultOf(body, schema).fault).toBe('string');
  expect(performance.now() - began).toBeLessThan(2000);
});
