import type { Dialect } from '../contract.js';
import { readPath } from '../json/read-path.js';
import { ownWords } from './own-words.js';

/** One thing that was said or done in a conversation so far, as far as it identifies it. */
export type ConversationStep =
  | { kind: 'user'; text: string }
  | { kind: 'assistant' }
  | { kind: 'call'; tool: string }
  | { kind: 'result' };

/**
 * What a request's body says was said so far. Left out is what differs from run to run: system
 * prompts, thoughts, and the texts that agents add on their own.
 */
export function readConversation(dialect: Dialect, body: unknown): ConversationStep[] {
  return READERS[dialect](body);
}

const READERS: Readonly<Record<Dialect, (body: unknown) => ConversationStep[]>> = {
  openai: (body) => {
    const input = readPath(body, 'input');
    return typeof input === 'string' ? userText(input) : items(input).flatMap(openaiStep);
  },
  anthropic: (body) =>
    items(readPath(body, 'messages')).flatMap((message) => {
      const role = readPath(message, 'role');
      const content = readPath(message, 'content');
      if (role !== 'user' && role !== 'assistant') return [];
      if (typeof content === 'string') return said(role, content);
      return items(content).flatMap((block) => anthropicStep(role, block));
    }),
  gemini: (body) =>
    items(readPath(body, 'contents')).flatMap((content) => {
      const role = readPath(content, 'role') === 'model' ? 'assistant' : 'user';
      return items(readPath(content, 'parts')).flatMap((part) => geminiStep(role, part));
    }),
};

function openaiStep(item: unknown): ConversationStep[] {
  const type = text(readPath(item, 'type'));
  if (type.endsWith('_output')) return [{ kind: 'result' }];
  if (type.endsWith('_call')) return [{ kind: 'call', tool: text(readPath(item, 'name')) || type }];
  const role = readPath(item, 'role');
  if (role !== 'user' && role !== 'assistant') return [];
  const content = readPath(item, 'content');
  if (typeof content === 'string') return said(role, content);
  return items(content).flatMap((part) => said(role, text(readPath(part, 'text'))));
}

function anthropicStep(role: 'user' | 'assistant', block: unknown): ConversationStep[] {
  const type = readPath(block, 'type');
  if (type === 'tool_use') return [{ kind: 'call', tool: text(readPath(block, 'name')) }];
  if (type === 'tool_result') return [{ kind: 'result' }];
  return type === 'text' ? said(role, text(readPath(block, 'text'))) : [];
}

function geminiStep(role: 'user' | 'assistant', part: unknown): ConversationStep[] {
  const tool = readPath(part, 'functionCall', 'name');
  if (tool !== undefined) return [{ kind: 'call', tool: text(tool) }];
  if (readPath(part, 'functionResponse') !== undefined) return [{ kind: 'result' }];
  return readPath(part, 'thought') === true ? [] : said(role, text(readPath(part, 'text')));
}

function said(role: 'user' | 'assistant', content: string): ConversationStep[] {
  if (role === 'user') return userText(content);
  return content === '' ? [] : [{ kind: 'assistant' }];
}

function userText(content: string): ConversationStep[] {
  const words = ownWords(content);
  return words === '' ? [] : [{ kind: 'user', text: words }];
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
