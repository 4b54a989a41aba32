import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import {
  type Repository,
  runDirectoryOf,
  type SandboxProvider,
  thisOwner,
} from '@dragoman/sandbox';
import { artifactsFolder } from '../artifacts/artifacts-folder.js';
import type { BaseChatRequest, PreparedChat } from '../chat/chat-agent.js';
import { checkEnvironment } from '../given/given-environment.js';
import type { GivenMounts } from '../given/given-mounts.js';
import { turnRepository } from '../given/turn-repository.js';
import { hasHosts, networkOf, supposedProxy } from '../hosts/check-hosts.js';
import { checkLimits } from '../limits/turn-limits.js';
import { checkCostBudget } from '../model/cost-budget.js';
import { checkAccess } from '../model/model-access.js';
import { ownCode } from '../own/own-code.js';
import { programSettings } from '../own/program-settings.js';
import {
  checkSessionConfinement,
  checkSessionHome,
  homesDirectory,
} from '../sessions/session-home.js';
import {
  createSessionRegistry,
  movedPaths,
  type SessionEntry,
  type SessionRegistry,
} from '../sessions/session-registry.js';
import { supposedCallerServer } from '../tools/caller-server.js';
import { checkTools } from '../tools/caller-tool.js';
import { checkTurnId, newTurnId } from './turn-id.js';
import { checkLabels } from './turn-labels.js';
import { turnLocation } from './turn-location.js';
import type { ConductOptions } from './turn-options.js';
import type { TurnRecord } from './turn-record.js';

/** A turn that nothing speaks against. Nothing of it exists yet. */
export interface TurnPlan<Request extends BaseChatRequest> {
  readonly options: ConductOptions<Request>;
  readonly directory: string;
  readonly provider: SandboxProvider;
  readonly record: TurnRecord;
  readonly registry: SessionRegistry;
  /** The session that it goes on with. */
  readonly session: SessionEntry | undefined;
  /** The image that was asked for. */
  readonly image: string | undefined;
  /** What the agent found out for this request. */
  readonly prepared: PreparedChat;
  /** Folders that the agent must not see, wherever it works. */
  readonly hidden: readonly string[];
  /** Files and folders that the agent must not change, wherever it works. */
  readonly readOnly: readonly string[];
  /** What the agent is given beside the workspace. */
  readonly given: GivenMounts;
  /** The repository that the workspace is a part of. */
  readonly repository: Repository | undefined;
}

/** Everything that can be refused before anything exists. Rejects with a `DragomanError`. */
export async function planTurn<Request extends BaseChatRequest>(
  asked: ConductOptions<Request>,
): Promise<TurnPlan<Request>> {
  const options = { ...asked, network: networkOf(asked) };
  const { agent, input, tools = [] } = options;
  if (agent.isProgram) checkProgram(options);
  checkAccess(options.access, agent.name);
  if (agent.dialect !== undefined && options.access === undefined) {
    throw new DragomanError('access_missing', 'The agent has a model: say how to reach it.');
  }
  checkCostBudget(options.access, agent.models?.own);
  checkTools(tools);
  checkLimits(options.limits);
  checkTurnId(options.id);
  checkLabels(options.labels);
  if (options.artifacts !== undefined) artifactsFolder(options.artifacts);
  const image = input.snapshot_id?.trim() || options.image || undefined;
  const location = await turnLocation({ ...options, image }, agent);
  const { stateDirectory, workspace, provider, hidden, given } = location;
  const registry = createSessionRegistry(stateDirectory);
  const session = await findSession(options, registry, { workspace, provider });
  if (session !== undefined) {
    await checkSessionHome(session, stateDirectory);
    if (agent.trustsProject !== true) await checkSessionConfinement(session, provider, registry);
  }
  const repository = turnRepository(options, { workspace, provider, hidden, session });
  // A turn that is canceled needs nothing: it only gets its end.
  const prepared = await unlessAborted(options.signal, async () =>
    agent.prepare?.({
      input,
      workspace,
      provider,
      stateDirectory,
      image,
      ...(session && { session }),
      ...(tools.length > 0 && { callerServer: supposedCallerServer(tools) }),
      ...(hasHosts(options) && { proxy: supposedProxy }),
    }),
  );
  checkEnvironment(options.env, prepared?.variables);
  const { id = newTurnId(), labels } = options;
  return {
    options,
    directory: join(stateDirectory, 'turns', id),
    provider,
    registry,
    session,
    image,
    prepared: prepared ?? {},
    hidden,
    readOnly: [...[workspace, ...given.writable].flatMap(ownCode), ...programSettings()],
    given,
    repository,
    record: {
      id,
      ...(labels && { labels: { ...labels } }),
      createdAt: new Date().toISOString(),
      owner: thisOwner(),
      ...(agent.name !== undefined && { agent: agent.name }),
      ...(agent.version !== undefined && { version: agent.version }),
      workspace,
      stateDirectory,
      runDirectory: runDirectoryOf(id),
      home: session?.home ?? join(homesDirectory(stateDirectory), id),
      homeIsNew: session === undefined,
      sandbox: provider.kind,
      ...(typeof options.sandbox === 'object' && { providerIsGiven: true }),
      workspaceIsReadOnly: options.workspaceAccess === 'read',
      hidden: [...hidden],
      ...(given.writable.length > 0 && { mounts: [...given.writable] }),
      ...(repository && repository.stores.length > 0 && { stores: [...repository.stores] }),
      hasWalls: provider.abilities.confinesFiles && (options.writable ?? []).length === 0,
    },
  };
}

/** Callers without types can ask anything of a program. */
function checkProgram<Request extends BaseChatRequest>(options: ConductOptions<Request>): void {
  const { access, tools = [] } = options;
  if (access === undefined && tools.length === 0) return;
  throw new DragomanError(
    'invalid_request',
    'A plain command asks no model and calls no tools: leave out `access` and `tools`.',
  );
}

/** What a step gives; nothing, as soon as the signal is aborted. What it gives later needs no undoing. */
async function unlessAborted<Result>(
  signal: AbortSignal | undefined,
  step: () => Promise<Result>,
): Promise<Result | undefined> {
  if (signal === undefined) return step();
  if (signal.aborted) return undefined;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    step()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** A session goes on where it began: agents keep its files, and their knowledge of it, by folder. */
async function findSession<Request extends BaseChatRequest>(
  { agent, input }: ConductOptions<Request>,
  registry: SessionRegistry,
  here: { readonly workspace: string; readonly provider: SandboxProvider },
): Promise<SessionEntry | undefined> {
  if (agent.name === undefined || input.session_id === undefined) return undefined;
  const session = await registry.require(agent.name, input.session_id);
  if (session.workspace !== here.workspace) {
    throw elsewhere(session, `belongs to ${session.workspace}, not to ${here.workspace}`);
  }
  if (movedPaths(session) !== (here.provider.abilities.movesPaths ?? false)) {
    throw elsewhere(
      session,
      `began in a sandbox of kind ${session.sandbox}, whose paths are others than in ${here.provider.kind}`,
    );
  }
  return session;
}

function elsewhere({ sessionId }: SessionEntry, why: string): DragomanError {
  const message = `The session ${sessionId} ${why}: go on with it there.`;
  return new DragomanError('session_elsewhere', message);
}
