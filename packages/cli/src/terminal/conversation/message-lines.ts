import type {
  ToolResultBlock,
  ToolUseBlock,
  UnifiedContent,
  UnifiedMessage,
} from '@dragoman/protocol';
import { harmlessLine } from '../text/harmless-text.js';
import { imageLabel } from './image-label.js';
import { type Format, type Line, painted } from './line.js';
import { type Look, narrowed } from './look.js';
import { noticeLines } from './notice-lines.js';
import { oneLineJson } from './one-line-json.js';
import { proseLines } from './prose-lines.js';
import { toolLines } from './tool-lines.js';

/** What a message says and does, without who says it. */
export function messageLines({ content }: UnifiedMessage, look: Look): Line[] {
  const results = new Map<string, ToolResultBlock>();
  for (const block of content) {
    if (block.type === 'tool_result') results.set(block.tool_use_id, block);
  }
  const shown = new Set<UnifiedContent>();
  return content.flatMap((block) => {
    if (shown.has(block)) return [];
    if (block.type !== 'tool_use') return blockLines(block, look);
    const result = results.get(block.id);
    if (result !== undefined) shown.add(result);
    return toolLines(block, result, look);
  });
}

function blockLines(block: Exclude<UnifiedContent, ToolUseBlock>, look: Look): Line[] {
  switch (block.type) {
    case 'text':
      return proseLines(block.text, look);
    case 'thinking':
      return thoughtLines(block.thinking, look);
    case 'tool_result':
      return toolLines(undefined, block, look);
    case 'slash_command':
      return proseLines([block.command, block.args].filter(Boolean).join(' '), look, 'bold');
    case 'image':
      return [painted('magenta', imageLabel(block.source, look))];
    case 'notice':
      return noticeLines(block, look);
    case 'unknown':
      return [painted('dim', `? ${harmlessLine(block.reason)}: ${oneLineJson(block.raw, look)}`)];
  }
}

function thoughtLines(text: string, look: Look): Line[] {
  const format: Format = ['dim', 'italic'];
  return proseLines(text, narrowed(look, 2)).map((line, index) => [
    { text: index === 0 ? '✻ ' : '  ', format: 'dim' },
    ...line.map((span) => ({ ...span, format })),
  ]);
}
