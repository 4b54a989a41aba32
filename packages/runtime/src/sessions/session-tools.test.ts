import { defineScript } from '@dragoman/gateway';
import type { JsonObject } from '@dragoman/protocol';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createSession, type SessionTools } from './create-session.js';

const access = { kind: 'script', script: defineScript({ steps: [{ say: 'Done.' }] }) } as const;

test('execute gets what the Zod schema of its tool makes of an input', () => {
  createSession({
    agent: 'codex',
    access,
    tools: {
      weather: {
        inputSchema: z.object({ city: z.string(), day: z.coerce.date().optional() }),
        execute(input) {
          expectTypeOf(input).toEqualTypeOf<{ city: string; day?: Date | undefined }>();
        },
      },
      sum: {
        inputSchema: z.object({ numbers: z.array(z.number()) }),
        execute: ({ numbers }, { requestId }) => {
          expectTypeOf(numbers).toEqualTypeOf<number[]>();
          expectTypeOf(requestId).toBeString();
        },
      },
      search: {
        inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
        execute(input) {
          expectTypeOf(input).toEqualTypeOf<JsonObject>();
        },
      },
    },
  });
});

test('tools of one turn are typed in the same way, and tools without types are still taken', () => {
  const session = createSession({ agent: 'codex', access, cwd: '/nowhere' });
  const begin = () => {
    void session.start('Do it.', {
      tools: {
        weather: {
          inputSchema: z.object({ city: z.string() }),
          execute: async ({ city }) => expectTypeOf(city).toBeString(),
        },
      },
    });
    const tools: SessionTools = { ask: { inputSchema: { type: 'object' } } };
    void session.start('Do it.', { tools });
  };
  expectTypeOf(begin).toBeFunction();
});
