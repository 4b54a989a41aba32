import type { ImageSource } from '../event/image-source.js';
import { hash128 } from '../id/hash-128.js';
import { writeJson } from '../json/write-json.js';
import type { ToolResultBlock, UnifiedContent } from '../message/content-block.js';
import type { UnifiedMessage } from '../message/unified-message.js';
import type { CanonicalBlock, CanonicalResult } from './canonical-block.js';
import type { PairedResults } from './pair-results.js';

/** One block without what may differ between two views, or undefined for what isn't compared. */
export function toCanonicalBlock(
  block: UnifiedContent,
  { role }: UnifiedMessage,
  { resultOf, orphans }: PairedResults,
): CanonicalBlock | undefined {
  switch (block.type) {
    case 'text':
      return spoken(role, 'text', block.text);
    case 'thinking':
      return spoken(role, 'thinking', block.thinking);
    case 'image':
      return { role, kind: 'image', text: imageText(block.source) };
    case 'slash_command':
      return {
        role,
        kind: 'slash_command',
        text: `${block.command} ${block.args ?? ''}`.trimEnd(),
      };
    case 'notice':
      return { role, kind: 'notice', notice: block.kind, text: block.text.trimEnd() };
    case 'tool_use': {
      const result = resultOf.get(block);
      const input = writeJson(block.input, { sortKeys: true });
      const nested = result === undefined ? {} : { result: canonicalResult(result) };
      return { role, kind: 'tool', name: block.name, input, ...nested };
    }
    case 'tool_result':
      // In some views a result is said by the user, in others by the assistant.
      if (!orphans.has(block)) return undefined;
      return { role: 'assistant', kind: 'orphan_result', result: canonicalResult(block) };
    case 'unknown':
      return undefined;
    default:
      return unexpected(block);
  }
}

/** Nothing but space is nothing said: some views have it and some don't. */
function spoken(
  role: UnifiedMessage['role'],
  kind: 'text' | 'thinking',
  said: string,
): CanonicalBlock | undefined {
  const text = said.trimEnd();
  return text === '' ? undefined : { role, kind, text };
}

function canonicalResult(result: ToolResultBlock): CanonicalResult {
  const { content, status, is_error, exit_code: exitCode, truncated } = result;
  return {
    text: contentText(content).trimEnd(),
    status: status ?? (is_error === true ? 'error' : 'success'),
    ...(exitCode !== undefined && { exitCode }),
    ...(truncated === true && { truncated }),
  };
}

function contentText(content: ToolResultBlock['content']): string {
  if (content === undefined) return '';
  if (typeof content === 'string') return content;
  return content
    .map((block) => (block.type === 'text' ? block.text : imageText(block.source)))
    .join('\n');
}

function imageText(source: ImageSource): string {
  if (source.type === 'url') return `[image ${source.url}]`;
  if (source.type === 'file') return `[image ${source.path}]`;
  return `[image ${source.media_type} ${hash128(source.data)}]`;
}

/** Only reached by a block of a type this version doesn't know: not compared. */
function unexpected(_block: never): undefined {
  return undefined;
}
