import type {
  NoticeBlock,
  NoticeKind,
  ToolResultBlock,
  ToolUseBlock,
  UnifiedContent,
  UnifiedMessage,
} from '@dragoman/protocol';
import { type Format, type Line, painted } from '../line.js';
import { harmlessLine } from '../text/harmless-text.js';
import { cutLines, type Look, narrowed, proseLines, saidLines } from './look.js';
import { imageLabel, oneLineJson } from './one-line.js';
import { toolLines } from './tool-lines.js';

const NOTICES: Readonly<Record<NoticeKind, { mark: string; words: string; format: Format }>> = {
  error: { mark: '✗', words: '', format: 'red' },
  warning: { mark: '!', words: '', format: 'yellow' },
  interrupted: { mark: '■', words: 'Interrupted', format: 'yellow' },
  aborted: { mark: '■', words: 'Aborted', format: 'yellow' },
  compacted: { mark: '⋯', words: 'The conversation so far was compacted', format: 'dim' },
};
const SHOWN = { head: 10, tail: 0 };
const THOUGHT_SHOWN = { head: 6, tail: 0 };

/** The content of a message, without its speaker. */
export function messageLines({ content, role }: UnifiedMessage, given: Look): Line[] {
  // What a person wrote is shown as they wrote it.
  const last = role === 'assistant' ? given : { ...given, markdown: undefined };
  const whole = { ...last, isGrowing: false };
  const results = new Map<string, ToolResultBlock>();
  for (const block of content) {
    if (block.type === 'tool_result') results.set(block.tool_use_id, block);
  }
  const shown = new Set<UnifiedContent>();
  return content.flatMap((block, index) => {
    const look = index === content.length - 1 ? last : whole;
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
      return saidLines(block.text, look);
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
  const inner = narrowed(look, 2);
  return cutLines(saidLines(text, inner), THOUGHT_SHOWN, inner).map((line, index) => [
    { text: index === 0 ? '✻ ' : '  ', format: 'dim' },
    ...line.map((span) => ({ ...span, format })),
  ]);
}

/** A notice: an error, a warning, an interruption, a compaction. */
function noticeLines({ kind, text }: NoticeBlock, look: Look): Line[] {
  const { mark, words, format } = NOTICES[kind];
  const isRepeat = text === '' || text.toLowerCase() === words.toLowerCase();
  const whole = isRepeat ? words : [words, text].filter(Boolean).join(': ');
  const lines = proseLines(whole, narrowed(look, 2), format);
  return cutLines(lines, SHOWN, narrowed(look, 2)).map((line, index) => [
    { text: index === 0 ? `${mark} ` : '  ', format },
    ...line,
  ]);
}
