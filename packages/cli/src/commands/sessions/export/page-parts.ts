import type { FileChange, ToolResultBlock, ToolUseBlock, UnifiedContent } from '@dragoman/protocol';
import { callLines } from '../../../terminal/conversation/call-lines.js';
import { changeLine } from '../../../terminal/conversation/change-lines.js';
import { isPlainEdit, shownChanges } from '../../../terminal/conversation/tool-lines.js';
import { textOf } from '../../../terminal/line.js';
import { harmlessLines } from '../../../terminal/text/harmless-text.js';

/** A piece of what was said or done. */
export type Part =
  /** `prose` is a person's, as it was written; `said` and `thought` are an agent's, in Markdown. */
  | { readonly kind: 'prose' | 'said' | 'thought' | 'notice'; readonly text: string }
  | { readonly kind: 'call' | 'output' | 'failure'; readonly text: string }
  /** A unified diff. The `call` before it names the file. */
  | { readonly kind: 'diff'; readonly text: string }
  /** `data:`, or the address that the agent had. */
  | { readonly kind: 'image'; readonly text: string };

interface Speaker {
  readonly isAgent: boolean;
  readonly cwd: string | undefined;
}

/**
 * What a message says and does, each call with its result behind it. A document is printed to a terminal
 * sooner or later: nothing in it controls one.
 */
export function partsOf(content: readonly UnifiedContent[], speaker: Speaker): Part[] {
  return rawPartsOf(content, speaker).map((part) => ({
    ...part,
    text: harmlessLines(part.text).join('\n'),
  }));
}

function rawPartsOf(content: readonly UnifiedContent[], { isAgent, cwd }: Speaker): Part[] {
  const results = new Map<string, ToolResultBlock>();
  for (const block of content) {
    if (block.type === 'tool_result') results.set(block.tool_use_id, block);
  }
  const shown = new Set<UnifiedContent>();
  return content.flatMap((block) => {
    if (shown.has(block)) return [];
    if (block.type !== 'tool_use') return blockParts(block, isAgent);
    const result = results.get(block.id);
    if (result !== undefined) shown.add(result);
    return toolParts(block, result, cwd);
  });
}

function toolParts(
  call: ToolUseBlock,
  result: ToolResultBlock | undefined,
  cwd: string | undefined,
): Part[] {
  const look = { full: true, cwd };
  const changes = shownChanges(call, result);
  const title = (change: FileChange): Part => ({
    kind: 'call',
    text: textOf(changeLine(change, look)),
  });
  const done: Part[] =
    changes.length === 0
      ? [{ kind: 'call', text: callLines(call, look).map(textOf).join('\n') }]
      : changes.flatMap((change) => [title(change), ...diffOf(change)]);
  return isPlainEdit(changes, call, result) ? done : [...done, ...outputOf(result)];
}

function diffOf({ diff }: FileChange): Part[] {
  return diff ? [{ kind: 'diff', text: diff.replace(/\n$/, '') }] : [];
}

function blockParts(block: Exclude<UnifiedContent, ToolUseBlock>, isAgent: boolean): Part[] {
  switch (block.type) {
    case 'text':
      return block.text.trim() === ''
        ? []
        : [{ kind: isAgent ? 'said' : 'prose', text: block.text }];
    case 'thinking':
      return block.thinking.trim() === '' ? [] : [{ kind: 'thought', text: block.thinking }];
    case 'tool_result':
      return outputOf(block);
    case 'slash_command':
      return [{ kind: 'prose', text: [block.command, block.args].filter(Boolean).join(' ') }];
    case 'notice':
      return [{ kind: 'notice', text: block.text }];
    case 'image':
      return [{ kind: 'image', text: addressOf(block.source) }];
    case 'unknown':
      return [];
  }
}

function outputOf(result: ToolResultBlock | undefined): Part[] {
  const { content = '', is_error, exit_code } = result ?? {};
  const blocks = typeof content === 'string' ? [content] : content.map(wordsOf);
  const text = blocks.join('\n').replace(/\n+$/, '');
  const isFailure = is_error === true || (exit_code !== undefined && exit_code !== 0);
  const ended = exit_code === undefined || exit_code === 0 ? [] : [`exit code ${exit_code}`];
  const all = [text, ...ended].filter((part) => part !== '').join('\n');
  return all === '' ? [] : [{ kind: isFailure ? 'failure' : 'output', text: all }];
}

function wordsOf(block: { readonly type: string; readonly text?: unknown }): string {
  return typeof block.text === 'string' ? block.text : `(${block.type})`;
}

function addressOf(source: Extract<UnifiedContent, { type: 'image' }>['source']): string {
  if ('data' in source) return `data:${source.media_type};base64,${source.data}`;
  return 'url' in source ? source.url : source.path;
}
