import type { MessageRole } from '../event/text-events.js';
import type { NoticeKind, ToolResultStatus } from '../message/content-block.js';

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
