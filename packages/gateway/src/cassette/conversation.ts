import type { Dialect } from '../contract.js';
import { readPath } from '../json/read-path.js';

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
/** Tags around context that agents add to the user's message. It is not part of the request. */
const AGENT_TAGS = [
  // Codex
  'environment_context',
  'user_instructions',
  'permissions instructions',
  'skills_instructions',
  'collaboration_mode',
  'personality_spec',
  'turn_aborted',
  'user_shell_command',
  'subagent_notification',
  'skill',
  'model_switch',
  // Claude Code, OpenCode
  'system-reminder',
  'local-command-caveat',
  'local-command-stdout',
  // Gemini CLI
  'session_context',
  'hook_context',
];
const AGENT_BLOCK = new RegExp(`^\\s*<(${AGENT_TAGS.join('|')})>[\\s\\S]*?(?:</\\1>|$)`);
/** Codex from 0.58 puts this before the project's instructions, and tags only what follows. */
const INSTRUCTIONS_BLOCK =
  /^\s*# AGENTS\.md instructions for [^\n]*\n\s*<INSTRUCTIONS>[\s\S]*?(?:<\/INSTRUCTIONS>|$)/;

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

/** The user's own words in a text that goes by the user's name; empty when there are none. */
export function ownWords(text: string): string {
  let words = text;
  for (let before = ''; before !== words; ) {
    before = words;
    words = words.replace(AGENT_BLOCK, '').replace(INSTRUCTIONS_BLOCK, '');
  }
  return words.trim();
}
