import type { AgentAbilities, ReasoningEffort } from '@dragoman/agents';
import { DragomanError, isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { TurnRequest } from '../model/turn-source.js';
import { hasWords, readConversation } from '../prompt/conversation.js';
import { type RenderedPrompt, renderFresh, renderResumed } from '../prompt/render-conversation.js';
import type { CallOptions, CallWarning, DragomanOptions } from './call-options.js';
import { settingWarnings } from './call-warnings.js';
import { offerTools } from './offer-tools.js';

/** A call as a turn. */
export interface CallPlan {
  readonly request: TurnRequest;
  readonly json: ChosenFormat['json'];
  /** Whether the agent's own tools may be shown as calls. */
  readonly activity: boolean;
  readonly warnings: readonly CallWarning[];
}

/** What of an agent's abilities a model has to know. */
export type ModelAbilities = Pick<AgentAbilities, 'images' | 'outputSchema' | 'reasoningEfforts'>;

/** What a model knows of its agent. */
export interface ModelAgent {
  readonly name: string;
  /** With its version where one was asked for, such as `codex@0.58.0`. */
  readonly reference: string;
  readonly abilities: ModelAbilities;
  /** The tools by which it may give an answer that follows a schema. */
  readonly answerTools?: readonly string[] | undefined;
  /** How long an agent waits for the results of the caller's tools. Default: as who conducts the turn says. */
  readonly toolResultLimitMs?: number | undefined;
}

/** Makes one turn of a call. Pure. What the agent can't do is a warning; what would be lost, an error. */
export function planCall(call: CallOptions, options: DragomanOptions, agent: ModelAgent): CallPlan {
  const { name, reference, abilities, toolResultLimitMs } = agent;
  const { sessionId, fork = false, conversation } = options;
  const said = readConversation(call.prompt);
  const prompt = sessionId === undefined ? renderFresh(said) : renderResumed(said);
  if (prompt.images.length > 0 && !abilities.images) {
    throw new DragomanError('images_unsupported', `${name} takes no images.`);
  }
  const format = chooseFormat(call, abilities);
  const effort = chooseEffort(call, options, abilities);
  const offered = offerTools(call, name, toolResultLimitMs);
  const rendered = ({ text, images }: RenderedPrompt) => ({
    prompt: format.words === undefined ? text : `${text}\n\n${format.words}`,
    images,
  });
  const isNamed = conversation !== undefined && sessionId === undefined;
  const isLater = isNamed && said.history.length > 0 && hasWords(said.now);
  return {
    request: {
      agent: reference,
      ...rendered(prompt),
      ...(sessionId !== undefined && (fork ? { fork: sessionId } : { resume: sessionId })),
      ...(offered.tools.length > 0 && { tools: offered.tools }),
      ...(format.outputSchema && {
        outputSchema: format.outputSchema,
        schemaWords: schemaWords(format.outputSchema),
      }),
      ...(effort.effort !== undefined && { reasoningEffort: effort.effort }),
      ...(conversation !== undefined && { conversation }),
      ...(isLater && { news: rendered(renderResumed(said)) }),
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

/** How the answer is to look, and how that is passed on. */
export interface ChosenFormat {
  /** Whether the answer must be JSON, and the schema that it must follow. */
  readonly json?: { readonly schema?: JsonObject };
  /** For the agent's own mechanism. */
  readonly outputSchema?: JsonObject;
  /** For an agent that has none: words at the end of the prompt. */
  readonly words?: string;
  readonly warnings: readonly CallWarning[];
}

const JSON_WORDS = 'Answer with JSON only: no other words, no code fence.';

export function chooseFormat(
  { responseFormat }: CallOptions,
  { outputSchema }: ModelAbilities,
): ChosenFormat {
  if (responseFormat?.type !== 'json') return { warnings: [] };
  const { schema } = responseFormat;
  if (!isJsonObject(schema)) {
    return { json: {}, words: JSON_WORDS, warnings: [asked('It has no schema.')] };
  }
  if (outputSchema) return { json: { schema }, outputSchema: schema, warnings: [] };
  return {
    json: { schema },
    words: schemaWords(schema),
    warnings: [asked('The agent has no way to hold its model to a schema.')],
  };
}

function schemaWords(schema: JsonObject): string {
  return `${JSON_WORDS} It must follow this JSON Schema:\n${JSON.stringify(schema)}`;
}

function asked(why: string): CallWarning {
  const details = `${why} It is asked for in the prompt, and the answer is checked.`;
  return { type: 'compatibility', feature: 'responseFormat', details };
}

/** How hard the model is to think, and what to say where it can't be had. */
export interface ChosenEffort {
  readonly effort?: ReasoningEffort;
  readonly warnings: readonly CallWarning[];
}

/** V4 calls have a setting for it; both have it among our own options. */
export function chooseEffort(
  call: CallOptions,
  { reasoningEffort }: DragomanOptions,
  { reasoningEfforts }: ModelAbilities,
): ChosenEffort {
  const asked = reasoningEffort ?? ('reasoning' in call ? call.reasoning : undefined);
  if (asked === undefined || asked === 'provider-default') return { warnings: [] };
  const effort = asked === 'max' ? reasoningEfforts.at(-1) : asked;
  if (effort !== undefined && reasoningEfforts.includes(effort)) {
    const details = `It is ${effort} here.`;
    return {
      effort,
      warnings: asked === effort ? [] : [{ type: 'compatibility', feature: 'reasoning', details }],
    };
  }
  const details = `The agent knows ${reasoningEfforts.join(', ') || 'none'}, not ${asked}.`;
  return { warnings: [{ type: 'unsupported', feature: 'reasoning', details }] };
}
