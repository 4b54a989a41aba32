import { expect, test } from 'vitest';
import { readCodexDiagnostic } from './refused-calls.js';

const logged = (message: string) =>
  `2026-11-18T00:43:33.721933Z ERROR codex_core::tools::router: error=${message}`;

test('a patch that the policy refuses is a call that was denied', () => {
  const message = 'patch rejected: writing is blocked by read-only sandbox';
  const [call, result] = readCodexDiagnostic(logged(message), 0);
  expect(call).toMatchObject({ type: 'tool_use', tool_name: 'Edit', kind: 'edit' });
  expect(result).toMatchObject({
    type: 'tool_result',
    tool_id: call && 'tool_id' in call ? call.tool_id : '',
    status: 'error',
    error: { type: 'denied', message },
  });
});

test('a tool that Codex does not have is a call that failed', () => {
  const [call, result] = readCodexDiagnostic(logged('unsupported call: update_plan'), 0);
  expect(call).toMatchObject({ tool_name: 'update_plan' });
  expect(result).toMatchObject({
    status: 'error',
    error: { message: 'unsupported call: update_plan' },
  });
});

test('any other line says nothing of the conversation', () => {
  expect(readCodexDiagnostic('Reading additional input from stdin...', 0)).toEqual([]);
  expect(readCodexDiagnostic('ERROR codex_core::models_manager: error=x', 0)).toEqual([]);
});
