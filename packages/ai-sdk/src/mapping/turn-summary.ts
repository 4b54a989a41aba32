import type { JSONObject } from '@ai-sdk/provider';
import {
  type ArtifactEvent,
  addUsageFigures,
  type EndEvent,
  type ErrorEvent,
  type InitEvent,
  type UsageFigures,
} from '@dragoman/protocol';
import type { FinishPart, StopReason } from './model-part.js';
import { usageOf } from './usage-of.js';

/** So many errors that didn't end the turn are told; of more, the first. */
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
