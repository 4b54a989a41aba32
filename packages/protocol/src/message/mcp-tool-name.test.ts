import { expect, test } from 'vitest';
import { parseMcpToolName } from './mcp-tool-name.js';

test('takes the name of an MCP tool apart', () => {
  expect(parseMcpToolName('mcp__files__read__all')).toEqual({ server: 'files', tool: 'read__all' });
  expect(parseMcpToolName('mcp__files')).toBeUndefined();
  expect(parseMcpToolName('Bash')).toBeUndefined();
});
