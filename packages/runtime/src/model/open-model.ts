import {
  createCassetteRecorder,
  type Dialect,
  type Gateway,
  saveCassette,
  startForwardGateway,
  startReplayGateway,
  startScriptGateway,
  type TurnUsage,
} from '@dragoman/gateway';
import type { ForwardAccess, ModelAccess } from './model-access.js';

/** The door to a turn's model while the turn lasts. */
export interface OpenModel {
  readonly socketPath: string;
  /** What the agent presents as its key. */
  readonly token: string;
  /** What must never be told: the real key, and the token. */
  readonly secrets: readonly string[];
  usage(): TurnUsage;
  /** Ends all exchanges under way, and then saves the cassette where one was asked for. */
  close(): Promise<void>;
}

export interface OpenModelOptions {
  readonly access: ModelAccess;
  readonly dialect: Dialect;
  /** A free path in a folder that only this user can enter. */
  readonly socketPath: string;
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
  { dialect, socketPath }: OpenModelOptions,
): Promise<OpenModel> {
  const recorder = record === undefined ? undefined : createCassetteRecorder();
  const starting = startForwardGateway({
    listen: { socketPath },
    upstreams: { [dialect]: { baseUrl, key } },
  });
  const turn = { ...(budget && { budget }), ...(recorder && { record: recorder }) };
  const model = await admitTo(starting, turn, socketPath);
  return {
    ...model,
    secrets: [key, ...model.secrets],
    async close() {
      await model.close();
      if (record !== undefined && recorder) await saveCassette(record, recorder.cassette());
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
    return { socketPath, token, secrets: [token], usage, close: () => gateway.close() };
  } catch (error) {
    await gateway.close();
    throw error;
  }
}
