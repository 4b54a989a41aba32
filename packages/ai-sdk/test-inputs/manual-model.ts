import type { LanguageModelV3CallOptions, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { DragomanEvent, EndEvent } from '@dragoman/protocol';
import { expect } from 'vitest';
import type { ModelSettings } from '../src/model/create-model.js';
import { createDragoman } from '../src/v3/create-dragoman.js';
import { createManualTurns, type ManualTurn } from './manual-turns.js';

export const END: EndEvent = { type: 'end', status: 'success', exit_code: 0, signal: null };
export const USER: LanguageModelV3Prompt = [
  { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
];
export const TOOLS: NonNullable<LanguageModelV3CallOptions['tools']> = [
  { type: 'function', name: 'weather', inputSchema: { type: 'object' } },
];

export const said = (content: string): DragomanEvent => ({
  type: 'message',
  role: 'assistant',
  content,
});
export const requested = (requestId: string): DragomanEvent => ({
  type: 'tool_request',
  requestId,
  tool_name: 'weather',
  input: { of: requestId },
});

/** The conversation so far: the calls that were made, and the results that there are. */
export function withResults(calls: readonly string[], results = calls, turnId?: string) {
  return [
    ...USER,
    {
      role: 'assistant',
      content: calls.map((toolCallId) => ({
        type: 'tool-call',
        toolCallId,
        toolName: 'weather',
        input: {},
        ...(turnId !== undefined && { providerOptions: { dragoman: { turnId } } }),
      })),
    },
    {
      role: 'tool',
      content: results.map((toolCallId) => ({
        type: 'tool-result',
        toolCallId,
        toolName: 'weather',
        output: { type: 'json', value: { for: toolCallId } },
      })),
    },
  ] satisfies LanguageModelV3Prompt;
}

export function createManualModel(begin: (turn: ManualTurn) => void, settings: ModelSettings = {}) {
  const turns = createManualTurns(begin);
  const provider = createDragoman({ turns, ...settings });
  const call = async (
    prompt: LanguageModelV3Prompt,
    options: Partial<LanguageModelV3CallOptions> = {},
    agent = 'codex',
  ) => {
    // A new model for each call, as route handlers make them.
    const { stream } = await provider(agent).doStream({ prompt, tools: TOOLS, ...options });
    const parts = [];
    for await (const part of stream) parts.push(part);
    return parts;
  };
  return { turns, call, provider };
}

export const idsIn = (parts: readonly { type: string; toolCallId?: string }[]) =>
  parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []));
export const finishOf = (parts: readonly { type: string }[]) => {
  const finishes = parts.filter(({ type }) => type === 'finish');
  expect(finishes).toEqual([parts.at(-1)]);
  return finishes[0];
};
