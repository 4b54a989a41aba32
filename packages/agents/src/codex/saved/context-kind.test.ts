import { expect, test } from 'vitest';
import { contextKind } from './context-kind.js';

test.each([
  ['<environment_context>\n  <cwd>/p</cwd>\n</environment_context>', 'environment_context'],
  ['<user_instructions>\n\nBe kind.\n\n</user_instructions>', 'user_instructions'],
  [
    '# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nBe kind.\n</INSTRUCTIONS>',
    'user_instructions',
  ],
  ['<turn_aborted>\nThe user interrupted.\n</turn_aborted>\n', 'turn_aborted'],
  ['<skill>\n<name>x</name>\n</skill>', 'skill'],
  ['<skills_instructions>\nx\n</skills_instructions>', 'skills_instructions'],
  ['<permissions instructions>\nx\n</permissions instructions>', 'permissions_instructions'],
  ['<hook_prompt hook_run_id="1">go on</hook_prompt>', 'hook_prompt'],
  [
    'Another language model started to solve this problem and produced a summary of its thinking process.',
    'compaction_summary',
  ],
  ['Warning: apply_patch was requested via exec_command.', 'warning'],
])('knows %j', (text, kind) => {
  expect(contextKind(text)).toBe(kind);
});

test.each([
  'fix it',
  '',
  '<environment_context> is what I ask about',
  '# AGENTS.md what is it?',
  '<b>bold</b>',
  'Warning: this is mine',
  'Another day',
])('%j is a person’s', (text) => {
  expect(contextKind(text)).toBeUndefined();
});
