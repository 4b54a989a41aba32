import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { numberAt, textAt } from '../../interpret/json-fields.js';
import { mapped, metadata, type Rules } from '../../interpret/rule.js';
import { emitSpeech } from '../content/emit-speech.js';
import { readUserMessage } from '../content/user-message.js';
import type { SavedState } from './saved-state.js';

const TOLD: readonly DragomanEvent[] = [];

/** How what is attached to a turn is carried, by its type; all that isn't named is `other`. */
export const attachmentRules: Rules<SavedState> = {
  queued_command: mapped('`message`: what the user said while the agent was at work', readQueued),
  max_turns_reached: mapped('fatal `error`, `turn` failed', readMaxTurns),
  other: metadata('context that the CLI gives to the model'),
};

/** It is said into a turn that is under way and begins none. */
function readQueued(attachment: JsonObject, state: SavedState): typeof TOLD | undefined {
  const { conversation, listener } = state;
  const content = readUserMessage({ content: attachment.prompt }, conversation);
  if (content === undefined) return undefined;
  const isPrompt = (textAt(attachment, 'commandMode') ?? 'prompt') === 'prompt';
  const addedBy = isPrompt && attachment.isMeta !== true ? undefined : 'meta';
  const id = textAt(attachment, 'source_uuid');
  emitSpeech(conversation, content, { id, addedBy }, { ...listener, onSpeech: () => {} });
  return TOLD;
}

function readMaxTurns(attachment: JsonObject, state: SavedState): typeof TOLD {
  const most = numberAt(attachment, 'maxTurns');
  const message = `Reached maximum number of turns${most === undefined ? '' : ` (${most})`}`;
  state.turns.fail({ message, type: 'error_max_turns' });
  return TOLD;
}
