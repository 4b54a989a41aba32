import { expect, test } from 'vitest';
import type { OfferedTool } from '../reply.js';
import { findMcpTool } from './find-mcp-tool.js';

function offer(name: string, more: Partial<OfferedTool> = {}): OfferedTool {
  return { name, form: 'function', properties: [], required: [], ...more };
}

test.each([
  ['Claude Code', offer('mcp__my-demo__echo')],
  ['Codex with a namespace', offer('echo', { namespace: 'mcp__my_demo' })],
  ['Codex 0.121 with a namespace', offer('echo', { namespace: 'mcp__my_demo__' })],
  ['an old Codex', offer('my-demo__echo')],
  ['Gemini CLI', offer('mcp_my-demo_echo')],
  ['OpenCode', offer('my-demo_echo')],
])('finds the tool under the name that %s gives it', (_agent, tool) => {
  expect(findMcpTool('my-demo', 'echo', [offer('echo'), tool])).toBe(tool);
});

test('an old Gemini CLI leaves the server out', () => {
  const tool = offer('echo');
  expect(findMcpTool('my-demo', 'echo', [offer('run_shell_command'), tool])).toBe(tool);
});

test('a tool of the same name that is of no server, or of another, is not it', () => {
  const tools = [offer('echo'), offer('mcp__other__echo'), offer('echo', { namespace: 'demo' })];
  expect(findMcpTool('my-demo', 'echo', tools)).toBeUndefined();
});

test('code may call a tool of a server that its description leaves out', () => {
  const nested = offer('exec_command', { nested: { name: 'exec' } });
  expect(findMcpTool('my-demo', 'echo', [nested])).toMatchObject({
    name: 'mcp__my_demo__echo',
    nested: { name: 'exec' },
  });
});
