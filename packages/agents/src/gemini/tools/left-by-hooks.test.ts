import { expect, test } from 'vitest';
import { splitLeftByHooks } from './left-by-hooks.js';

const CONTEXT = '<hook_context>of AfterTool</hook_context>';
const CHANGED =
  '[System] Tool input parameters (command) were modified by a hook before execution.';

test.each([CONTEXT, CHANGED, `${CHANGED}\n\n${CONTEXT}`])('splits off %j', (left) => {
  expect(splitLeftByHooks(`one\n\n${left}`)).toStrictEqual({ result: 'one', left });
});

test.each(['one', `${CONTEXT}\none`, `one ${CHANGED}`, ''])('leaves %j whole', (result) => {
  expect(splitLeftByHooks(result)).toStrictEqual({ result, left: '' });
});
