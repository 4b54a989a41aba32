import type { AgentAbilities } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import type { TurnRequest } from '../model/turn-source.js';
import { readConversation } from '../prompt/conversation.js';
import { renderFresh, renderResumed } from '../prompt/render-conversation.js';
import type { CallOptions, CallWarning } from './call-options.js';
import { chooseEffort } from './choose-effort.js';
import { type ChosenFormat, chooseFormat } from './choose-format.js';
import { readDragomanOptions } from './dragoman-options.js';
import { settingWarnings } from './setting-warnings.js';

/** A call as a turn. */
export interface CallPlan {
  readonly request: TurnRequest;
  readonly json: ChosenFormat['json'];
  readonly warnings: readonly CallWarning[];
}

/** What a model knows of its agent. */
export interface ModelAgent {
  readonly name: string;
  readonly abilities: AgentAbilities;
}

/** Makes one turn of a call. Pure. What the agent can't do is a warning; what would be lost, an error. */
export function planCall(call: CallOptions, { name, abilities }: ModelAgent): CallPlan {
  const options = readDragomanOptions(call.providerOptions?.dragoman);
  const { sessionId, fork = false } = options;
  const conversation = readConversation(call.prompt);
  const prompt = sessionId === undefined ? renderFresh(conversation) : renderResumed(conversation);
  if (prompt.images.length > 0 && !abilities.images) {
    throw new DragomanError('images_unsupported', `${name} takes no images.`);
  }
  const format = chooseFormat(call, abilities);
  const effort = chooseEffort(call, options, abilities);
  return {
    request: {
      prompt: format.words === undefined ? prompt.text : `${prompt.text}\n\n${format.words}`,
      images: prompt.images,
      ...(sessionId !== undefined && (fork ? { fork: sessionId } : { resume: sessionId })),
      ...(format.outputSchema && { outputSchema: format.outputSchema }),
      ...(effort.effort !== undefined && { reasoningEffort: effort.effort }),
    },
    json: format.json,
    warnings: [...settingWarnings(call, name), ...format.warnings, ...effort.warnings],
  };
}
