import { readFileSync } from 'node:fs';
import { createCodexStdoutMapper } from '@dragoman/agents/codex';
import { recordings } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import { chatRequest, type StdoutMapper } from './chat-agent.js';
import { eventReaderOf } from './event-reader.js';

const CHUNK_BYTES = 1000;

/** What a turn gets from an agent with this mapper, as it would be written. */
function readWith(mapper: StdoutMapper, bytes: Uint8Array): { events: string[]; unparsed: number } {
  const reader = eventReaderOf(
    {
      requestSchema: chatRequest,
      prepareSandbox: async () => {},
      createCommand: () => ({ cmd: 'true', args: [] }),
      createStdoutMapper: () => mapper,
    },
    {},
  );
  const events: unknown[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    events.push(...reader.push(bytes.subarray(at, at + CHUNK_BYTES)));
  }
  events.push(...reader.flush());
  return { events: events.map((event) => JSON.stringify(event)), unparsed: reader.unparsed() };
}

describe('a mapper of the library', () => {
  const printed = recordings().filter(({ agent, view }) => agent === 'codex' && view === 'live');

  test('gives the events that its lines say', () => {
    expect(printed.length).toBeGreaterThan(100);
    for (const { path } of printed) {
      const bytes = readFileSync(path);
      const mapper = createCodexStdoutMapper();
      const written = readWith({ push: mapper.push, flush: mapper.flush }, bytes);
      expect(readWith(createCodexStdoutMapper(), bytes).events, path).toEqual(written.events);
    }
  });

  test('counts the lines that are no records', () => {
    const bytes = new TextEncoder().encode('no record\n{"type":"turn.started"}\n{"type":"tur');
    expect(readWith(createCodexStdoutMapper(), bytes)).toEqual({
      events: ['{"type":"turn","status":"started"}'],
      unparsed: 2,
    });
  });

  test('is asked for its lines where somebody has put another around it', () => {
    const mapper = createCodexStdoutMapper();
    const wrapped = { ...mapper, push: () => ['{"type":"ping"}\n'] };
    const bytes = new TextEncoder().encode('{"type":"turn.started"}\n');
    expect(readWith(wrapped, bytes).events).toEqual(['{"type":"ping"}']);
  });

  test("can't be given other methods: they would not be called", () => {
    const mapper = createCodexStdoutMapper();
    expect(() => Object.assign(mapper, { push: () => [] })).toThrowError(TypeError);
  });
});
