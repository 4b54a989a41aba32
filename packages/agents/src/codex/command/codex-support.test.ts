import { expect, test } from 'vitest';
import type { TurnRequest } from '../../agent-command.js';
import { codexCommand } from '../command.js';

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
