import type { ImageSource } from '../event/define-event.js';
import type { MessageRole } from '../event/text-events.js';
import { hash128 } from '../id/derive-id.js';
import { writeJson } from '../json/write-json.js';
import type {
  NoticeKind,
  ToolResultBlock,
  ToolResultStatus,
  UnifiedContent,
} from '../message/content-block.js';
import type { UnifiedMessage } from '../message/unified-message.js';
import type { PairedResults } from './pair-results.js';

/** What a tool gave back, as far as two views of a session must agree on it. */
export interface CanonicalResult {
  readonly text: string;
  readonly status: ToolResultStatus;
  /** Of a command that has ended. */
  readonly exitCode?: number;
  /** True where the view shows only a part of the text. */
  readonly truncated?: true;
}

type Block =
  | { readonly kind: 'text' | 'thinking' | 'image' | 'slash_command'; readonly text: string }
  | {
      readonly kind: 'tool';
      readonly name: string;
      /** JSON with sorted keys. */
      readonly input: string;
      readonly result?: CanonicalResult;
    }
  /** A result whose call is not in the view. */
  | { readonly kind: 'orphan_result'; readonly result: CanonicalResult }
  | { readonly kind: 'notice'; readonly notice: NoticeKind; readonly text: string };

/** One step of a session, without anything that may differ between two views of it. */
export type CanonicalBlock = Block & {
  readonly role: MessageRole;
  /**
   * Of a sub-agent's step: the index, in the same list, of the call that started it; -1 when that
   * call isn't in the view.
   */
  readonly parent?: number;
};

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
