import { expect, test } from 'vitest';
import type { TurnRequest } from '../../agent-command.js';
import { codexCommand } from '../command.js';
import { checkPromptLength } from './arguments.js';

function checkFor(version: string, prompt: string) {
  return () =>
    checkPromptLength({
      prompt,
      endpoint: { url: 'http://127.0.0.1:4711', token: 'turn-token' },
      cwd: '/workspace',
      home: '/home/agent',
      version,
    });
}

test('takes as many characters as Codex does, however many bytes or code units they are', () => {
  expect(checkFor('0.166.0', 'é'.repeat(1_048_576))).not.toThrow();
  expect(checkFor('0.166.0', '😀'.repeat(1_048_576))).not.toThrow();
});

test('refuses one more, and says what to do', () => {
  for (const character of ['x', '😀', '\ud800']) {
    expect(checkFor('0.113.0', character.repeat(1_048_577))).toThrow(/1048577 .* file/);
  }
});

test('knows the versions that have no limit', () => {
  expect(checkFor('0.111.0', 'x'.repeat(3_000_000))).not.toThrow();
});

function commandOf(version: string, more: Partial<TurnRequest>) {
  return codexCommand({
    prompt: 'Say hello.',
    endpoint: { url: 'http://127.0.0.1:4711', token: 'turn-token' },
    cwd: '/workspace',
    home: '/home/agent',
    version,
    ...more,
  });
}

test('chat is refused where Codex dropped it', () => {
  const asked = { codex: { wireApi: 'chat' } } as const;
  expect(() => commandOf('0.94.0', asked)).not.toThrow();
  expect(() => commandOf('0.95.0', asked)).toThrow(
    expect.objectContaining({
      code: 'unsupported_option',
      message: "codex 0.95.0 can't do `wireApi chat`: it went with 0.95.0.",
    }),
  );
});
