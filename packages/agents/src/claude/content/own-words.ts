import { isJsonObject, type JsonObject, type MessageEvent } from '@dragoman/protocol';
import type { Failure } from '../../interpret/events.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText, objectAt } from '../../interpret/json-fields.js';
import { mapped, type RecordRules } from '../../interpret/record-rule.js';
import { type Chain, type Conversation, emitOf } from './conversation.js';
import { createRuleReader } from './rule-reader.js';

/** What each view does with words of the CLI that concern the agent and no sub-agent. */
export interface OwnWordsState {
  readonly conversation: Conversation;
  onFailure(failure: Failure): void;
  onPrinted(text: string, id: string | undefined): void;
}

/** How what the CLI says in the role of the agent is read, by its kind. */
export const ownWordsRules: RecordRules<OwnWordsState> = {
  failure: mapped(
    'fatal `error`, `turn` failed; of a sub-agent `message` of the system',
    readFailure,
  ),
  printed: mapped('`message` of the system: what a command of the CLI prints', readPrinted),
  placeholder: mapped('`message`, `synthetic`', readPlaceholder),
};

export const readOwnWords = createRuleReader('assistant', ownWordsRules);

/** The model of a message that no model wrote. */
const SYNTHETIC = '<synthetic>';

/** Stands where an answer must stand, when a session goes on after a turn that has none. */
const PLACEHOLDER = 'No response requested.';

const API_ERROR = 'API Error';

/** The kind of what the CLI says in the role of the agent; undefined for what a model wrote. */
export function ownWordsKind(
  record: JsonObject,
  message: JsonObject | undefined,
): string | undefined {
  if (typeof record.error === 'string' || record.isApiErrorMessage === true) return 'failure';
  if (message?.model !== SYNTHETIC) return undefined;
  const text = textOf(message) ?? '';
  if (text.startsWith(API_ERROR)) return 'failure';
  return text === PLACEHOLDER ? 'placeholder' : 'printed';
}

/** A sub-agent that fails doesn't end the turn; the result of its call says it. */
function readFailure(record: JsonObject, state: OwnWordsState): Disposition {
  const message = textOf(objectAt(record, 'message'));
  const { chain } = state.conversation;
  const type = asText(record.error);
  if (message === undefined) return 'unknown';
  if (chain.parentId !== undefined) emitPrinted(chain, message, asText(record.uuid));
  else state.onFailure(type === undefined || type === 'unknown' ? { message } : { message, type });
  return 'mapped';
}

function readPrinted(record: JsonObject, state: OwnWordsState): Disposition {
  const text = textOf(objectAt(record, 'message'));
  const { chain } = state.conversation;
  const id = asText(record.uuid);
  if (text === undefined) return 'unknown';
  if (chain.parentId === undefined) state.onPrinted(text, id);
  else emitPrinted(chain, text, id);
  return 'mapped';
}

function readPlaceholder(record: JsonObject, { conversation }: OwnWordsState): Disposition {
  const event: MessageEvent = { type: 'message', role: 'assistant', content: PLACEHOLDER };
  event.synthetic = 'placeholder';
  const id = asText(record.uuid);
  if (id !== undefined) event.id = id;
  emitOf(conversation.chain, event);
  return 'mapped';
}

/** The texts of a message; undefined where it holds none. */
export function textOf(message: JsonObject | undefined): string | undefined {
  const content = message?.content;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.flatMap((block) => (isJsonObject(block) ? (asText(block.text) ?? []) : []));
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** Emits what a command of the CLI printed: neither the person nor the agent said it. */
export function emitPrinted(chain: Chain, content: string, id: string | undefined): void {
  if (content === '') return;
  const event: MessageEvent = { type: 'message', role: 'system', content };
  if (id !== undefined) event.id = id;
  emitOf(chain, event);
}
