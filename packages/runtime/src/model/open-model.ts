import {
  createCassetteRecorder,
  type Dialect,
  type Gateway,
  openCassetteFile,
  startForwardGateway,
  startReplayGateway,
  startScriptGateway,
  type TurnPolicy,
  type TurnUsage,
} from '@dragoman/gateway';
import type { JournalWriter } from '../journal/open-journal.js';
import type { ForwardAccess, ModelAccess } from './model-access.js';
import { createRemovalReport } from './removal-report.js';

/** The door to a turn's model while the turn lasts. */
export interface OpenModel {
  readonly socketPath: string;
  /** What the agent presents as its key. */
  readonly token: string;
  /** What must never be told: the real key, and the token. */
  readonly secrets: readonly string[];
  usage(): TurnUsage;
  /** From now on it can be told of what was taken out of the agent's requests. */
  reportIn(journal: Pick<JournalWriter, 'append'>): void;
  /** Ends all exchanges under way, and then saves the cassette where one was asked for. */
  close(): Promise<void>;
}

export interface OpenModelOptions {
  readonly access: ModelAccess;
  readonly dialect: Dialect;
  /** A free path in a folder that only this user can enter. */
  readonly socketPath: string;
  /** What a provider may do; a model that is played does nothing outside. */
  readonly policy: Omit<TurnPolicy, 'onRemoved'>;
}

/** Opens a gateway for one turn, on a unix socket. */
export function openModel(options: OpenModelOptions): Promise<OpenModel> {
  const { access, socketPath } = options;
  const listen = { socketPath };
  switch (access.kind) {
    case 'forward':
      return openForward(access, options);
    case 'script': {
      const { kind: _kind, ...turn } = access;
      return admitTo(startScriptGateway({ listen }), turn, socketPath);
    }
    case 'replay':
      return admitTo(startReplayGateway({ listen }), { cassette: access.cassette }, socketPath);
  }
}

async function openForward(
  { key, baseUrl, budget, record }: ForwardAccess,
  { dialect, socketPath, policy }: OpenModelOptions,
): Promise<OpenModel> {
  const recorder = record === undefined ? undefined : createCassetteRecorder();
  // Before the agent is there: it may write where the cassette will lie.
  const file = record === undefined ? undefined : await openCassetteFile(record);
  const starting = startForwardGateway({
    listen: { socketPath },
    upstreams: { [dialect]: { baseUrl, key } },
  });
  const removals = createRemovalReport();
  const turn = {
    policy: { ...policy, onRemoved: removals.report },
    ...(budget && { budget }),
    ...(recorder && { record: recorder }),
  };
  const model = await admitTo(starting, turn, socketPath).catch(async (error: unknown) => {
    await file?.close();
    throw error;
  });
  return {
    ...model,
    secrets: [key, ...model.secrets],
    reportIn: removals.reportIn,
    async close() {
      try {
        await model.close();
        if (recorder) await file?.save(recorder.cassette());
      } finally {
        await file?.close();
      }
    },
  };
}

async function admitTo<Options>(
  starting: Promise<Gateway<Options>>,
  turn: Options,
  socketPath: string,
): Promise<OpenModel> {
  const gateway = await starting;
  try {
    const { token, usage } = gateway.admit(turn);
    const close = () => gateway.close();
    return { socketPath, token, secrets: [token], usage, reportIn: () => {}, close };
  } catch (error) {
    await gateway.close();
    throw error;
  }
}
