import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlanCall } from '../../tools/common-call.js';
import { resolveChanges } from '../../tools/resolve-changes.js';
import { readCall, readPlanItems } from './calls.js';
import { readNativeChanges } from './changes.js';
import { findPatch } from './command-calls.js';
import { readMcpContent, readMcpResult } from './mcp.js';
import { readToolOutput } from './output.js';

const toolNames = fc.oneof(
  fc.constantFrom(
    'shell',
    'exec_command',
    'local_shell',
    'apply_patch',
    'update_plan',
    'view_image',
    'web_search',
    'request_user_input',
    'spawn_agent',
    'wait',
    'write_stdin',
    'demo__echo',
    'mcp__',
    '__proto__',
    'constructor',
  ),
  fc.string(),
);

/** JSON whose keys are the ones that are looked for, and whose values are anything. */
const { value: foreign } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, -1.5, '', 'text', '*** Begin Patch\n*** Add File: a', '{"a":1}'),
    fc.string(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        ...['command', 'cmd', 'input', 'action', 'plan', 'items', 'step', 'status', 'path', 'type'],
        ...['query', 'queries', 'questions', 'options', 'output', 'metadata', 'content', 'text'],
        ...['kind', 'update', 'unified_diff', 'move_path', 'Ok', 'Err', 'image_url', 'message'],
        ...['targets', 'ids', 'workdir', 'structured_content', 'exit_code', '__proto__', 'data'],
      ),
      tie('value'),
      { maxKeys: 5 },
    ),
  ),
}));

test('any call is read, whatever its arguments are', () => {
  fc.assert(
    fc.property(
      toolNames,
      fc.option(fc.constantFrom('mcp__demo', 'mcp__', 'multi_agent_v1', 'x', ''), {
        nil: undefined,
      }),
      fc.oneof(
        foreign,
        foreign.map((value) => JSON.stringify(value)),
      ),
      (name, namespace, input) => {
        const native = { name, namespace, input };
        const read = readCall(native, { cwd: '/w' }).common;
        const call = isPlanCall(read) ? read.call : read;
        expect(typeof call.tool_name).toBe('string');
        expect(Array.isArray(call.parameters)).toBe(false);
        expect(call.parameters).toBeTypeOf('object');
        readCall(native, {}).changes;
      },
    ),
    { numRuns: 3000 },
  );
});

test('any output is read, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        foreign,
        foreign.map((value) => JSON.stringify(value)),
      ),
      fc.constantFrom(undefined, 'mcp' as const, 'command' as const),
      fc.constantFrom('', 'Wall time: 1 seconds\nOutput:\n', 'Exit code: 1\nOutput:\n'),
      (output, kind, header) => {
        const read = readToolOutput(typeof output === 'string' ? header + output : output, kind);
        expect(read.failed).toBeTypeOf('boolean');
        if (read.output !== undefined && typeof read.output !== 'string') {
          expect(Array.isArray(read.output)).toBe(true);
        }
      },
    ),
    { numRuns: 3000 },
  );
});

test('any other foreign value is read too', () => {
  fc.assert(
    fc.property(foreign, (value) => {
      findPatch(value);
      readPlanItems(value);
      readMcpContent(value);
      readMcpResult(value);
      resolveChanges(readNativeChanges(value) ?? [], '/w');
    }),
    { numRuns: 3000 },
  );
});

test('a deep or a huge value takes neither the stack nor the time', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 50_000; level++) deep = { Ok: [deep] };
  let results: unknown = { content: [] };
  for (let level = 0; level < 50_000; level++) results = { Ok: results };
  const start = performance.now();
  for (const value of [deep, results, [deep], 'x'.repeat(5_000_000)]) {
    readToolOutput(value);
    readMcpResult(value);
    readMcpContent(value);
    readNativeChanges(value);
    readCall({ name: 'shell', input: value }, {}).common;
    readCall({ name: 'spawn_agent', input: { message: value } }, {}).common;
  }
  expect(performance.now() - start).toBeLessThan(15_000);
});
