import {
  createCassetteRecorder,
  type Dialect,
  type FolderMentions,
  type Gateway,
  type HostedToolKind,
  openCassetteFile,
  startForwardGateway,
  startReplayGateway,
  startScriptGateway,
  type TurnPolicy,
  type TurnUsage,
} from '@dragoman/gateway';
import type { ErrorEvent } from '@dragoman/protocol';
import type { JournalWriter } from '../journal/journal-writer.js';
import { costsBy } from './cost-budget.js';
import { type ForwardAccess, type ModelAccess, playedScript } from './model-access.js';

/** The door to a turn's model while the turn lasts. */
export interface OpenModel {
  readonly socketPath: string;
  /** What the agent presents as its key. */
  readonly token: string;
  /** Whether the gateway presents a login. */
  readonly login: boolean;
  /** Secrets of the turn: the real key, and the token. */
  readonly secrets: readonly string[];
  usage(): TurnUsage;
  /** From now on what was taken out of the agent's requests is reported there. */
  reportIn(journal: Pick<JournalWriter, 'append'>): void;
  /** Ends all exchanges under way, and then saves the cassette where one was asked for. */
  close(): Promise<void>;
}

interface OpenModelOptions {
  readonly access: ModelAccess;
  readonly dialect: Dialect;
  /** How the agent's requests show the folders of a run. */
  readonly mentions: FolderMentions | undefined;
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
      const { kind: _kind, script, ...turn } = access;
      const played = {
        ...turn,
        script: playedScript(script),
        ...(turn.budget?.costUsd !== undefined && { costOf: costsBy(undefined) }),
      };
      return admitTo(startScriptGateway({ listen }), played, socketPath);
    }
    case 'replay':
      return admitTo(
        startReplayGateway({ listen }),
        { cassette: access.cassette, mentions: options.mentions },
        socketPath,
      );
  }
}

async function openForward(
  { key, login, baseUrl, budget, prices, record }: ForwardAccess,
  { dialect, socketPath, policy }: OpenModelOptions,
): Promise<OpenModel> {
  const recorder = record === undefined ? undefined : createCassetteRecorder();
  // Before the agent is there: it may write where the cassette will lie.
  const file = record === undefined ? undefined : await openCassetteFile(record);
  const starting = startForwardGateway({
    listen: { socketPath },
    upstreams: {
      [dialect]: {
        baseUrl,
        key,
        ...(login && { presentedAs: 'bearer' as const, headers: login.headers }),
      },
    },
  });
  const removals = createRemovalReport();
  const turn = {
    policy: { ...policy, onRemoved: removals.report },
    ...(budget && { budget }),
    ...(budget?.costUsd !== undefined && { costOf: costsBy(prices) }),
    ...(recorder && { record: recorder }),
  };
  const model = await admitTo(starting, turn, socketPath).catch(async (error: unknown) => {
    await file?.close();
    throw error;
  });
  return {
    ...model,
    login: login !== undefined,
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
    return { socketPath, token, login: false, secrets: [token], usage, reportIn: () => {}, close };
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

/** Puts into a turn's journal what was taken out of its agent's requests. */
interface RemovalReport {
  report(kinds: readonly HostedToolKind[]): void;
  reportIn(journal: Pick<JournalWriter, 'append'>): void;
}

const WORDS: Readonly<Record<HostedToolKind, string>> = {
  web_search: 'web search',
  web_fetch: 'fetching pages',
  code_execution: 'running code at the provider',
  file_search: 'searching files at the provider',
  mcp: 'calling servers from the provider',
  computer: 'using a screen',
  image_generation: 'making images',
  maps: 'maps',
  url_input: 'inputs from addresses',
  files: 'files at the provider',
  stored_content: 'content kept at the provider',
  other: 'something unknown',
};

function createRemovalReport(): RemovalReport {
  let journal: Pick<JournalWriter, 'append'> | undefined;
  const early: HostedToolKind[] = [];

  const emit = (kinds: readonly HostedToolKind[]): void => {
    if (kinds.length === 0) return;
    try {
      journal?.append(removalEvent(kinds));
    } catch {
      // A journal that takes no more fails the turn where it matters.
    }
  };

  return {
    report(kinds) {
      if (journal === undefined) early.push(...kinds);
      else emit(kinds);
    },
    reportIn(given) {
      journal = given;
      emit(early.splice(0));
    },
  };
}

function removalEvent(kinds: readonly HostedToolKind[]): ErrorEvent {
  const what = kinds.map((kind) => WORDS[kind]).join(', ');
  const setting = `hostedTools: ${JSON.stringify(kinds)}`;
  const isSearch = kinds.every((kind) => kind === 'web_search');
  return {
    type: 'error',
    fatal: false,
    code: 'hosted_tool_removed',
    message: `The agent offered its model what this turn's provider may not do, and that was taken out: ${what}. Allow it with ${isSearch ? `--allow-web-search (${setting})` : setting}.`,
  };
}
