import { DragomanError } from '@dragoman/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentNames, agents, parseAgentReference } from './agents.js';

describe('an agent reference', () => {
  test.each(agentNames)('that is only %s means its default version', (name) => {
    expect(parseAgentReference(name)).toEqual({ name, version: agents[name].version });
  });

  test('may name an exact version', () => {
    expect(parseAgentReference('codex@0.58.0')).toEqual({ name: 'codex', version: '0.58.0' });
    expect(parseAgentReference('codex@0.167.0-alpha.2').version).toBe('0.167.0-alpha.2');
  });

  test.each([
    'codex@latest',
    'codex@^0.58.0',
    'codex@0.58',
    'codex@0.58.x',
    'codex@',
    'codex@01.2.3',
    'codex@0.58.0+build',
    'codex@../../etc',
    'codex@0.58.0/../..',
    'codex@0.58.0;rm -rf ~',
    'codex@0.58.0\n',
    'codex@file:/tmp/x',
    `codex@0.0.${'1'.repeat(100)}`,
  ])('is refused when its version is not exact: %j', (text) => {
    expect(() => parseAgentReference(text)).toThrow(
      expect.objectContaining({ code: 'agent_version_inexact' }),
    );
  });

  test.each(['', 'cursor', 'Codex', '../codex', 'codex ', '@openai/codex@0.58.0', '__proto__'])(
    'is refused when it names no agent: %j',
    (text) => {
      expect(() => parseAgentReference(text)).toThrow(/claude, codex, gemini, opencode/);
    },
  );

  test('is refused or harmless, whatever it is: its version is safe in a path and an argument', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string().map((rest) => `codex@${rest}`),
    );
    fc.assert(
      fc.property(text, (reference) => {
        try {
          expect(parseAgentReference(reference).version).toMatch(/^\d[0-9A-Za-z.-]*$/);
        } catch (error) {
          expect(error).toBeInstanceOf(DragomanError);
        }
      }),
    );
  });
});
