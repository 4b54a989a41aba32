import { expect, test } from 'vitest';
import { ownWords } from './conversation.js';

test.each([
  '<environment_context>\n  <cwd>/tmp</cwd>\n</environment_context>',
  '<user_instructions>\n\nBe brief.\n\n</user_instructions>',
  '# AGENTS.md instructions for /tmp/one\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>',
  '<permissions instructions>Ask.</permissions instructions>',
  '<turn_aborted>\nIt was.\n</turn_aborted>',
  '<system-reminder>\nMonday\n</system-reminder>\n',
  '<local-command-stdout></local-command-stdout>',
  '<session_context>\nMonday\n</session_context>',
  '<environment_context>cut off',
])('what an agent adds on its own is not the user speaking: %j', (text) => {
  expect(ownWords(text)).toBe('');
});

test('what the user says after it is', () => {
  const added =
    '<system-reminder>a</system-reminder>\n<environment_context>b</environment_context>';
  expect(ownWords(`${added}\n Fix it `)).toBe('Fix it');
});

test.each([
  '<b>delete</b> everything',
  '<environment>is this a tag?</environment>',
  '<skills>list them</skills>',
  'explain <system-reminder>x</system-reminder>',
  '# AGENTS.md instructions for dummies',
])('a text that only looks like it is the user speaking: %j', (text) => {
  expect(ownWords(text)).toBe(text);
});
