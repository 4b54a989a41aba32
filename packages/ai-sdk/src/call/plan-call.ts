import type { AgentAbilities } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import type { TurnRequest } from '../model/turn-source.js';
import { readConversation } from '../prompt/conversation.js';
import { renderFresh, renderResumed } from '../prompt/render-conversation.js';
import type { CallOptions, CallWarning } from './call-options.js';
import { chooseEffort } from './choose-effort.js';
import { type ChosenFormat, chooseFormat } from './choose-format.js';
import type { DragomanOptions } from './dragoman-options.js';
import { offerTools } from './offer-tools.js';
import { settingWarnings } from './setting-warnings.js';

/** A call as a turn. */
export interface CallPlan {
  readonly request: TurnRequest;
  readonly json: ChosenFormat['json'];
  /** Whether the agent's own tools may be told as calls. */
  readonly activity: boolean;
  readonly warnings: readonly CallWarning[];
}

/** What a model knows of its agent. */
export interface ModelAgent {
  readonly name: string;
  /** With its version where one was asked for, such as `codex@0.58.0`. */
  readonly reference: string;
  readonly abilities: AgentAbilities;
  /** How long an agent waits for the results of the caller's tools. */
  readonly toolResultLimitMs: number;
}

/** So much longer the runtime waits, for it only tells the agent that nothing came. */
const RUNTIME_PATIENCE_MS = 60_000;

/** Makes one turn of a call. Pure. What the agent can't do is a warning; what would be lost, an error. */
export function planCall(call: CallOptions, options: DragomanOptions, agent: ModelAgent): CallPlan {
  const { name, abilities, toolResultLimitMs } = agent;
  const { sessionId, fork = false } = options;
  const conversation = readConversation(call.prompt);
  const prompt = sessionId === undefined ? renderFresh(conversation) : renderResumed(conversation);
  if (prompt.images.length > 0 && !abilities.images) {
    throw new DragomanError('images_unsupported', `${name} takes no images.`);
  }
  const format = chooseFormat(call, abilities);
  const effort = chooseEffort(call, options, abilities);
  const offered = offerTools(call, name, toolResultLimitMs + RUNTIME_PATIENCE_MS);
  return {
    request: {
      prompt: format.words === undefined ? prompt.text : `${prompt.text}\n\n${format.words}`,
      images: prompt.images,
      ...(sessionId !== undefined && (fork ? { fork: sessionId } : { resume: sessionId })),
      ...(offered.tools.length > 0 && { tools: offered.tools }),
      ...(format.outputSchema && { outputSchema: format.outputSchema }),
      ...(effort.effort !== undefined && { reasoningEffort: effort.effort }),
    },
    json: format.json,
    activity: offered.activity,
    warnings: [
      ...settingWarnings(call, name),
      ...offered.warnings,
      ...format.warnings,
      ...effort.warnings,
    ],
  };
}
