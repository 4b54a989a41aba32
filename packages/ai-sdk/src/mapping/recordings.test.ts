import { agents, createTranslator } from '@dragoman/agents';
import { type DragomanEvent, reduce, type UnifiedContent } from '@dragoman/protocol';
import { replacedBlocks } from '@dragoman/protocol/internal';
import { type Recording, recordings } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import type { ModelPart } from './model-part.js';
import { createPartMapper } from './part-mapper.js';
import { usageOf } from './turn-summary.js';

function eventsOf({ agent, version, bytes }: Recording): DragomanEvent[] {
  const translator = createTranslator(agents[agent].interpreter.live({ version }));
  return [...translator.push(bytes()), ...translator.flush()];
}

function partsOf(events: readonly DragomanEvent[]): ModelPart[] {
  const mapper = createPartMapper();
  const parts = events.flatMap((event) => mapper.push(event));
  return [...parts, ...mapper.finish({ unified: 'stop', raw: undefined })];
}

const withoutSpace = (texts: readonly string[]) => texts.join('').replaceAll(/\s/g, '');

function blocksOf(events: readonly DragomanEvent[]) {
  return reduce(events).messages.flatMap((message) =>
    message.content.map((block) => ({ ...message, block })),
  );
}

/** What the agent, and not the user or a notice, said or thought: in the order of its beginning. */
function saidIn(events: readonly DragomanEvent[], type: UnifiedContent['type']): string[] {
  return blocksOf(events).flatMap(({ role, block }) => {
    if (role !== 'assistant' || block.type !== type) return [];
    return block.type === 'text' ? [block.text] : block.type === 'thinking' ? [block.thinking] : [];
  });
}

const live = recordings().filter(({ view }) => view === 'live');

describe.each(['claude', 'codex', 'gemini', 'opencode'])('every live recording of %s', (agent) => {
  const sessions = live
    .filter((recording) => recording.agent === agent)
    .map((recording) => ({ path: recording.path, events: eventsOf(recording) }))
    .map(({ path, events }) => ({ path, events, parts: partsOf(events) }));

  test('has parts for all its texts and thoughts, and none twice', () => {
    for (const { path, events, parts } of sessions) {
      // What was taken back stays in the stream; the block that replaces it names it.
      const replaced = new Set(
        parts.flatMap((part) =>
          part.type === 'text-start' || part.type === 'reasoning-start'
            ? replacedBlocks(part.providerMetadata)
            : [],
        ),
      );
      const emitted = parts.flatMap((part) =>
        (part.type === 'text-delta' || part.type === 'reasoning-delta') && !replaced.has(part.id)
          ? [part.delta]
          : [],
      );
      const said = [...saidIn(events, 'text'), ...saidIn(events, 'thinking')];
      expect([...withoutSpace(emitted)].sort().join(''), path).toBe(
        [...withoutSpace(said)].sort().join(''),
      );
    }
  });

  test('has parts for all its calls and results', () => {
    for (const { path, events, parts } of sessions) {
      const { unanswered } = reduce(events);
      const used = new Set(
        events.flatMap((event) =>
          event.type === 'tool_use' ? [`${event.parent_tool_id} ${event.tool_id}`] : [],
        ),
      ).size;
      const results = events.filter(({ type }) => type === 'tool_result');
      const failed = results.filter(
        (event) => event.type === 'tool_result' && event.status === 'error',
      );
      const emitted = parts.flatMap((part) =>
        part.type === 'tool-result' && part.preliminary !== true ? [part] : [],
      );
      const own = emitted.filter(
        ({ toolCallId }) => !/^(plan|compaction|artifact)-\d+$/.test(toolCallId),
      );
      const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
      expect(own.length, path).toBe(results.length + unanswered.length);
      expect(own.filter(({ isError }) => isError).length, path).toBe(
        failed.length + unanswered.length,
      );
      expect(calls.length, path).toBe(emitted.length);
      expect(own.filter(({ toolName }) => toolName !== 'tool').length, path).toBe(used);
      expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size, path).toBe(calls.length);
      for (const event of results) {
        if (event.type !== 'tool_result' || typeof event.output !== 'string') continue;
        expect(
          own.some(({ result }) => JSON.stringify(result).includes(JSON.stringify(event.output))),
          path,
        ).toBe(true);
      }
    }
  });

  test('has parts for all its errors, plans, compactions and figures, and finishes once', () => {
    for (const { path, events, parts } of sessions) {
      const finishes = parts.flatMap((part) => (part.type === 'finish' ? [part] : []));
      const all = JSON.stringify([
        parts.flatMap((part) => (part.type === 'error' ? [String(part.error)] : [])),
        finishes.map(({ providerMetadata }) => providerMetadata),
      ]);
      expect(finishes.length, path).toBe(1);
      expect(parts.at(-1)?.type, path).toBe('finish');
      for (const event of events) {
        if (event.type === 'error')
          expect(all, path).toContain(JSON.stringify(event.message).slice(1, -1));
        if (event.type === 'turn' && event.error)
          expect(all, path).toContain(JSON.stringify(event.error.message).slice(1, -1));
      }
      const named = (name: string) =>
        parts.filter(
          (part) =>
            part.type === 'tool-call' &&
            part.toolCallId.startsWith(`${name}-`) &&
            part.toolName === name,
        ).length;
      for (const type of ['plan', 'compaction'] as const) {
        expect(named(type), path).toBe(events.filter((event) => event.type === type).length);
      }
      const sum = (field: 'input_tokens' | 'output_tokens') =>
        events.reduce((total, event) => total + (event.type === 'usage' ? event[field] : 0), 0);
      const hasUsage = events.some(({ type }) => type === 'usage');
      const usage = finishes[0]?.usage ?? usageOf(undefined);
      expect(usage.inputTokens.total, path).toBe(hasUsage ? sum('input_tokens') : undefined);
      expect(usage.outputTokens.total, path).toBe(hasUsage ? sum('output_tokens') : undefined);
    }
  });
});

test('there are recordings of every agent', () => {
  expect(live.length).toBeGreaterThan(600);
});
