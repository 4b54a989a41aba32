import { expect, test } from 'vitest';
import { type CallerTool, checkTools } from './caller-tool.js';
import { executeFormActions, getFormSnapshot } from './form-tools.js';

const tool: CallerTool = { name: 'word', inputSchema: { type: 'object' } };

test('takes what agents take', () => {
  const long = { ...tool, name: `_${'x'.repeat(50)}` };
  expect(() => checkTools([tool, long, getFormSnapshot, executeFormActions])).not.toThrow();
});

const cyclic: Record<string, unknown> = {};
cyclic.properties = cyclic;

test.each<[string, readonly CallerTool[]]>([
  ['no name', [{ ...tool, name: '' }]],
  ['a name with a dot', [{ ...tool, name: 'a.b' }]],
  ['a name that begins with a digit', [{ ...tool, name: '1st' }]],
  ['a name that is too long', [{ ...tool, name: 'x'.repeat(52) }]],
  ['a name twice', [tool, tool]],
  ['a schema of no object', [{ ...tool, inputSchema: { type: 'array' } }]],
  ['a schema that is no JSON', [{ ...tool, inputSchema: cyclic }]],
  ['no time', [{ ...tool, timeoutMs: 0 }]],
  ['a time that is no number', [{ ...tool, timeoutMs: Number.NaN }]],
])('refuses %s', (_name, tools) => {
  expect(() => checkTools(tools)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});
