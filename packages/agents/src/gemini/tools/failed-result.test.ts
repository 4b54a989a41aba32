import { expect, test } from 'vitest';
import { failedResult } from './failed-result.js';

test('an MCP tool is quoted, and not all that is said around it', () => {
  const message =
    'MCP tool \'fail\' reported tool error for function call: {"name":"fail","args":{}} with response: [{"functionResponse":{"name":"fail","response":{"content":[{"type":"text","text":"it broke"}],"isError":true}}}]';
  expect(failedResult(message, 'mcp_tool_error')).toEqual({
    status: 'error',
    error: { message: 'it broke', type: 'mcp_tool_error' },
  });
  expect(failedResult(message.slice(0, -3)).error?.message).toBe(message.slice(0, -3));
});

test('what a policy refused is denied, and what was called off canceled', () => {
  expect(failedResult('Tool execution denied by policy.', 'policy_violation')).toMatchObject({
    error: { type: 'denied' },
  });
  expect(failedResult('[Operation Cancelled] Reason: user')).toMatchObject({
    error: { type: 'cancelled' },
  });
  expect(failedResult('File not found: /a', 'file_not_found')).toEqual({
    status: 'error',
    error: { message: 'File not found: /a', type: 'file_not_found' },
  });
});
