import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import { each, mapped, type Rules } from '../../interpret/rule.js';
import type { Conversation } from './conversation.js';
import { emit } from './emitter.js';

const TOLD: readonly DragomanEvent[] = [];

interface State {
  readonly conversation: Conversation;
}

/** What both views say of `system` in the same way, by its subtype: remarks and warnings of the CLI. */
export const systemNotices: Rules<State> = {
  ...each(mapped('`stderr`', readWords), ['informational', 'notification']),
  ...each(mapped('`error` that is not fatal', readWarning), [
    'model_fallback',
    'model_consent_fallback',
    'model_refusal_fallback',
    'model_refusal_no_fallback',
    'instruction_size_warning',
    'file_attachments_missing',
    'session_writes_lost',
  ]),
};

function readWords(record: JsonObject, state: State): typeof TOLD | undefined {
  const content = wordsOf(record);
  if (content === undefined) return undefined;
  emit(state.conversation.emitter, { type: 'stderr', content });
  return TOLD;
}

function readWarning(record: JsonObject, state: State): typeof TOLD {
  const code = textAt(record, 'subtype') ?? '';
  const message = wordsOf(record) ?? code.replaceAll('_', ' ');
  emit(state.conversation.emitter, { type: 'error', message, fatal: false, code });
  return TOLD;
}

/** What the CLI says for people to read. */
export function wordsOf(record: JsonObject): string | undefined {
  return textAt(record, 'content') ?? textAt(record, 'message') ?? textAt(record, 'text');
}
