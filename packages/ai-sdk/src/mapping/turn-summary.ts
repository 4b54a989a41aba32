import type { JSONObject } from '@ai-sdk/provider';
import {
  type ArtifactEvent,
  addUsageFigures,
  type EndEvent,
  type ErrorEvent,
  type InitEvent,
  type UsageFigures,
} from '@dragoman/protocol';

/** So many errors that didn't end the turn are told; of more, the first. */
const MOST_NOTICES = 100;

/** What is known of a turn beside what it said. It goes into the metadata of its finish. */
export interface TurnSummary {
  init(event: InitEvent): void;
  sandbox(id: string): void;
  snapshot(id: string): void;
  usage(figures: UsageFigures): void;
  notice(event: Pick<ErrorEvent, 'message' | 'code'>): void;
  artifact(event: ArtifactEvent): void;
  stopReason: string | undefined;
  figures(end?: EndEvent): UsageFigures | undefined;
  /** All of it, for `providerMetadata.dragoman`. */
  metadata(end?: EndEvent): JSONObject;
}

export function createTurnSummary(): TurnSummary {
  const known: JSONObject = {};
  const notices: JSONObject[] = [];
  const artifacts: JSONObject[] = [];
  let spent: UsageFigures | undefined;

  const figures = (end?: EndEvent): UsageFigures | undefined => spent ?? end?.usage ?? undefined;

  return {
    stopReason: undefined,
    init({ session_id, modelId, agent, version }) {
      if (session_id !== undefined) known.sessionId = session_id;
      if (modelId !== undefined) known.modelId = modelId;
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
      spent = addUsageFigures(spent, more);
    },
    notice({ message, code }) {
      if (notices.length < MOST_NOTICES) notices.push({ message, ...(code && { code }) });
    },
    artifact({ type: _type, seq: _seq, ts: _ts, ...artifact }) {
      artifacts.push(artifact);
    },
    figures,
    metadata(end) {
      const cost = figures(end)?.cost_usd;
      return {
        ...known,
        ...(end && outcomeOf(end)),
        ...(cost !== undefined && { costUsd: cost }),
        ...(notices.length > 0 && { notices }),
        ...(artifacts.length > 0 && { artifacts }),
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
