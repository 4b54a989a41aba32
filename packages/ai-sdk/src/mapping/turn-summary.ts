import type { JSONObject, LanguageModelV3Usage } from '@ai-sdk/provider';
import {
  type ArtifactEvent,
  addUsageFigures,
  type EndEvent,
  type EndStatus,
  type ErrorEvent,
  type InitEvent,
  type UsageFigures,
} from '@dragoman/protocol';
import type { FinishPart, StopReason } from './model-part.js';

/** So many errors that didn't end the turn are reported; of more, the first. */
const MOST_NOTICES = 100;

/**
 * What is known of a turn beside what it said. It goes into the finish of its steps: figures, notices
 * and artifacts each into one of them, for callers add steps up.
 */
export interface TurnSummary {
  init(event: InitEvent): void;
  sandbox(id: string): void;
  snapshot(id: string): void;
  usage(figures: UsageFigures): void;
  notice(event: Pick<ErrorEvent, 'message' | 'code'>): void;
  artifact(event: ArtifactEvent): void;
  stopReason: string | undefined;
  readonly sessionId: string | undefined;
  readonly modelId: string | undefined;
  /** The finish of a step, with what came since the last. */
  finish(reason: StopReason, end?: EndEvent): FinishPart;
}

export function createTurnSummary(): TurnSummary {
  const known: JSONObject = {};
  let sessionId: string | undefined;
  let modelId: string | undefined;
  let notices: JSONObject[] = [];
  let artifacts: JSONObject[] = [];
  let spent: UsageFigures | undefined;
  /** Whether the agent has said what it used. Then the total of the end has nothing to add. */
  let isMetered = false;

  const takeFigures = (end?: EndEvent): UsageFigures | undefined => {
    const figures = isMetered ? spent : (end?.usage ?? undefined);
    spent = undefined;
    return figures;
  };
  const metadataOf = (figures: UsageFigures | undefined, end?: EndEvent): JSONObject => {
    const metadata = {
      ...known,
      ...(end && outcomeOf(end)),
      ...(figures?.cost_usd !== undefined && { costUsd: figures.cost_usd }),
      ...(notices.length > 0 && { notices }),
      ...(artifacts.length > 0 && { artifacts }),
    };
    notices = [];
    artifacts = [];
    return metadata;
  };

  return {
    stopReason: undefined,
    get sessionId() {
      return sessionId;
    },
    get modelId() {
      return modelId;
    },
    init({ session_id, modelId: model, agent, version }) {
      if (session_id !== undefined) known.sessionId = sessionId = session_id;
      if (model !== undefined) known.modelId = modelId = model;
      if (agent !== undefined) known.agent = agent;
      if (version !== undefined) known.version = version;
    },
    sandbox(id) {
      known.sandboxId = id;
    },
    snapshot(id) {
      known.snapshotId = id;
    },
    usage(more) {
      isMetered = true;
      spent = addUsageFigures(spent, more);
    },
    notice({ message, code }) {
      if (notices.length < MOST_NOTICES) notices.push({ message, ...(code && { code }) });
    },
    artifact({ type: _type, seq: _seq, ts: _ts, ...artifact }) {
      artifacts.push(artifact);
    },
    finish(finishReason, end) {
      const figures = takeFigures(end);
      const metadata = metadataOf(figures, end);
      return {
        type: 'finish',
        usage: usageOf(figures),
        finishReason,
        ...(Object.keys(metadata).length > 0 && { providerMetadata: { dragoman: metadata } }),
      };
    },
  };
}

function outcomeOf({ status, exit_code, signal, reason, code, warning }: EndEvent): JSONObject {
  return {
    status,
    ...(exit_code != null && { exitCode: exit_code }),
    ...(signal != null && { signal }),
    ...(reason != null && { reason }),
    ...(code !== undefined && { code }),
    ...(warning !== undefined && { warning }),
  };
}

/** What models call it when they stop for another reason than that they are done. */
const SPECIAL_STOPS: Readonly<Record<string, 'length' | 'content-filter'>> = {
  max_tokens: 'length',
  max_output_tokens: 'length',
  length: 'length',
  MAX_TOKENS: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
  content_filter: 'content-filter',
  SAFETY: 'content-filter',
};

const BY_STATUS: Readonly<Record<Exclude<EndStatus, 'success'>, 'error' | 'other'>> = {
  failed: 'error',
  not_started: 'error',
  timeout: 'other',
  stalled: 'other',
  canceled: 'other',
};

/** How a turn that ended this way stopped. `said` is the model's own word in its last message. */
export function stopReasonOf(
  { status, code }: Pick<EndEvent, 'status' | 'code'>,
  said: string | undefined,
): StopReason {
  if (status !== 'success') return { unified: BY_STATUS[status], raw: code ?? status };
  return { unified: SPECIAL_STOPS[said ?? ''] ?? 'stop', raw: said ?? status };
}

/** Figures as the SDK splits them. What the agent didn't say is undefined, not 0. */
export function usageOf(figures: UsageFigures | undefined): LanguageModelV3Usage {
  const cacheRead = figures?.cached_input_tokens;
  const cacheWrite = figures?.cache_write_input_tokens;
  const reasoning = figures?.reasoning_tokens;
  return {
    inputTokens: {
      total: figures?.input_tokens,
      noCache: rest(figures?.input_tokens, cacheRead, cacheWrite),
      cacheRead,
      cacheWrite,
    },
    outputTokens: {
      total: figures?.output_tokens,
      text: rest(figures?.output_tokens, reasoning),
      reasoning,
    },
    ...(figures && { raw: { ...figures } }),
  };
}

/** What is left of a total without its known parts; unknown where no part is known. */
function rest(total: number | undefined, ...parts: (number | undefined)[]): number | undefined {
  if (total === undefined || parts.every((part) => part === undefined)) return undefined;
  return Math.max(
    0,
    parts.reduce<number>((left, part) => left - (part ?? 0), total),
  );
}
