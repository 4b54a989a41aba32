import { expect, test } from 'vitest';
import type { TurnRequest } from '../../agent-command.js';
import { codexCommand } from '../command.js';
import type { CodexOption } from './codex-support.js';

/** What asks for each option, the nearest releases without it and with it. */
const ASKED: Readonly<
  Record<CodexOption, [Partial<TurnRequest>, lacking: string, having: string]>
> = {
  resume: [{ resume: '019a' }, '0.34.0', '0.36.0'],
  images: [{ images: ['a.png'] }, '0.50.0', '0.53.0'],
  outputSchema: [{ outputSchema: {} }, '0.40.0', '0.42.0'],
  ephemeral: [{ ephemeral: true }, '0.98.0', '0.99.0'],
  fork: [{ fork: '019a' }, '0.147.0', '0.148.0'],
  'wireApi chat': [{ codex: { wireApi: 'chat' } }, '0.95.0', '0.94.0'],
  'reasoningEffort minimal': [{ reasoningEffort: 'minimal' }, '0.22.0', '0.23.0'],
  'reasoningEffort none': [{ reasoningEffort: 'none' }, '0.57.0', '0.58.0'],
  'reasoningEffort xhigh': [{ reasoningEffort: 'xhigh' }, '0.58.0', '0.59.0'],
  'mcpServers with a url': [
    { mcpServers: { demo: { url: 'http://127.0.0.1:80' } } },
    '0.45.0',
    '0.47.0',
  ],
};

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

test.each(Object.entries(ASKED))('%s is refused where Codex lacks it', (option, asked) => {
  const [more, lacking, having] = asked;
  expect(() => commandOf(having, more)).not.toThrow();
  expect(() => commandOf(lacking, more)).toThrow(
    expect.objectContaining({
      code: 'unsupported_option',
      message: expect.stringMatching(
        new RegExp(`^codex ${lacking} can't do \`${option}\`: .* (?:since|in) 0\\.\\d+\\.0\\.$`),
      ),
    }),
  );
});

test('a pre-release has what its release has', () => {
  expect(() => commandOf('0.148.0-alpha.3', { fork: '019a' })).not.toThrow();
});
