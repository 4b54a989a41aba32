import { agents, createTranslator } from '@dragoman/agents';
import {
  type DragomanEvent,
  type JournaledEvent,
  type JsonObject,
  reduce,
} from '@dragoman/protocol';
import { replacedBlocks } from '@dragoman/protocol/internal';
import { type Recording, recordings } from '@dragoman/testkit';
import * as six from 'ai-v6';
import * as seven from 'ai-v7';
import { describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { noticeNames } from '../mapping/notice-parts.js';
import { createUiMapper } from './ui-mapper.js';

const END: DragomanEvent = { type: 'end', status: 'success', exit_code: 0, signal: null };

function eventsOf({ agent, version, bytes }: Recording): JournaledEvent[] {
  const translator = createTranslator(agents[agent].interpreter.live({ version }));
  const events = [...translator.push(bytes()), ...translator.flush(), END];
  return events.map((event, index) => ({ ...event, seq: index + 1, ts: '' }));
}

/** A message as a page has it at the end, read by each version of the SDK. */
const READERS = {
  'ai 6': async (chunks: readonly JsonObject[]) => {
    const schema = await six.uiMessageChunkSchema();
    const stream = new ReadableStream<six.UIMessageChunk>({
      async start(controller) {
        for (const chunk of chunks) controller.enqueue(await valid(schema, chunk));
        controller.close();
      },
    });
    let message: six.UIMessage | undefined;
    const read = six.createUIMessageStream({
      execute: ({ writer }) => writer.merge(stream),
      onFinish: ({ responseMessage }) => {
        message = responseMessage;
      },
    });
    await drain(read);
    return message?.parts ?? [];
  },
  'ai 7': async (chunks: readonly JsonObject[]) => {
    const schema = await seven.uiMessageChunkSchema();
    const stream = new ReadableStream<seven.UIMessageChunk>({
      async start(controller) {
        for (const chunk of chunks) controller.enqueue(await valid(schema, chunk));
        controller.close();
      },
    });
    let message: seven.UIMessage | undefined;
    const read = seven.createUIMessageStream({
      execute: ({ writer }) => writer.merge(stream),
      onFinish: ({ responseMessage }) => {
        message = responseMessage;
      },
    });
    await drain(read);
    return message?.parts ?? [];
  },
};

interface ChunkSchema<Chunk> {
  readonly validate?: (value: unknown) => Checked<Chunk> | PromiseLike<Checked<Chunk>>;
}

type Checked<Chunk> =
  | { readonly success: true; readonly value: Chunk }
  | { readonly success: false; readonly error: Error };

async function valid<Chunk>(schema: ChunkSchema<Chunk>, chunk: JsonObject): Promise<Chunk> {
  // As the page gets it.
  const checked = await schema.validate?.(JSON.parse(JSON.stringify(chunk)));
  if (checked?.success !== true) throw new Error(`no chunk: ${JSON.stringify(chunk)}`);
  return checked.value;
}

async function drain(stream: ReadableStream<unknown>): Promise<void> {
  for await (const _chunk of stream);
}

const toolPart = z.looseObject({
  type: z.literal('dynamic-tool'),
  toolName: z.string(),
  providerExecuted: z.literal(true),
  input: z.unknown(),
  state: z.enum(['output-available', 'output-error']),
  output: z.unknown(),
  errorText: z.string().optional(),
});

const sorted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).sort();
const letters = (texts: readonly string[]) =>
  [...texts.join('').replaceAll(/\s/g, '')].sort().join('');

/** What a page shows of texts and thoughts, without blocks that another says it replaces. */
function shownTexts(chunks: readonly JsonObject[], parts: readonly object[]): string[] {
  const blocks = chunks.filter(({ type }) => type === 'text-start' || type === 'reasoning-start');
  const replaced = new Set(
    blocks.flatMap(({ providerMetadata }) =>
      replacedBlocks(z.record(z.string(), z.any()).optional().parse(providerMetadata)),
    ),
  );
  const texts = parts.flatMap((part) => ('text' in part ? [String(part.text)] : []));
  expect(texts.length).toBe(blocks.length);
  return texts.filter((_text, index) => !replaced.has(String(blocks[index]?.id)));
}

function said(events: readonly DragomanEvent[]): string[] {
  return reduce(events).messages.flatMap(({ role, content }) =>
    content.flatMap((block) => {
      if (role !== 'assistant') return [];
      return block.type === 'text'
        ? [block.text]
        : block.type === 'thinking'
          ? [block.thinking]
          : [];
    }),
  );
}

const given = z.looseObject({
  output: z.unknown().optional(),
  error: z.looseObject({ type: z.string().optional(), message: z.string() }).optional(),
});

/** What a tool gave; nothing where the turn was over before it gave anything. */
function outputOf({ output, errorText }: z.infer<typeof toolPart>): unknown {
  const { output: printed, error } = given.parse(
    errorText === undefined ? output : JSON.parse(errorText),
  );
  if (error?.type === 'unanswered') return undefined;
  return printed ?? error?.message ?? '';
}

/** All of them, or some, of which each version of the SDK gets others. */
function taken<Session>(sessions: readonly Session[], sdk: keyof typeof READERS): Session[] {
  const offset = sdk === 'ai 6' ? 0 : 3;
  return sessions.filter((_session, index) => inject('isDeep') || index % 6 === offset);
}

const live = recordings().filter(({ view }) => view === 'live');

describe.each(['claude', 'codex', 'gemini', 'opencode'])('every live recording of %s', (agent) => {
  const sessions = live
    .filter((recording) => recording.agent === agent)
    .map((recording) => ({ path: recording.path, events: eventsOf(recording) }));

  test.each(['ai 6', 'ai 7'] as const)('is the same to a page of %s as to reduce', async (sdk) => {
    for (const { path, events } of taken(sessions, sdk)) {
      const mapper = createUiMapper();
      const chunks = events.flatMap((event) => mapper.push(event));
      expect(chunks.at(-1)?.type, path).toBe('finish');
      const parts = await READERS[sdk](chunks);
      expect(letters(shownTexts(chunks, parts)), path).toBe(letters(said(events)));
      const tools = parts
        .filter((part) => part.type === 'dynamic-tool')
        .map((part) => toolPart.parse(part))
        .filter(({ toolName }) => !noticeNames.some((name) => name === toolName));
      const { messages, unanswered } = reduce(events);
      const blocks = messages.flatMap(({ content }) => content);
      // A plan that came without a call is one to reduce.
      const calls = new Set(events.map((event) => ('tool_id' in event ? event.tool_id : '')));
      const uses = blocks.flatMap((block) =>
        block.type === 'tool_use' && calls.has(block.id) ? [block] : [],
      );
      const results = blocks.flatMap((block) =>
        block.type === 'tool_result' && block.preliminary !== true ? [block] : [],
      );
      const called = tools.filter(({ toolName }) => toolName !== 'tool');
      expect(sorted(called.map(({ toolName, input }) => [toolName, input])), path).toEqual(
        sorted(uses.map(({ name, input }) => [name, input])),
      );
      const outputs = tools.map(outputOf).filter((output) => output !== undefined);
      expect(tools.length - outputs.length, path).toBe(unanswered.length);
      expect(sorted(outputs), path).toEqual(sorted(results.map(({ content = '' }) => content)));
    }
  });
});
