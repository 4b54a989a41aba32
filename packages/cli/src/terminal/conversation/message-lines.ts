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
import { cutLines, type Look, narrowed, proseLines } from './look.js';
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

/** The content of a message, without its speaker. */
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
