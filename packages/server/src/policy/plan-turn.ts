import { agents, reasoningEfforts } from '@dragoman/agents';
import type { StartTurnBody } from '@dragoman/protocol/http';
import type { ModelAccess, TurnOptions } from '@dragoman/runtime';
import { createSessionRegistry, writeImageFiles } from '@dragoman/runtime/internal';
import { sandboxProvider } from '@dragoman/sandbox';
import type { ServerPolicy } from '../contract.js';
import { type Refusal, refusal } from '../errors/refusal.js';
import type { Conversation } from '../store/turn-store.js';
import { checkAsked } from './check-asked.js';
import { allowedAgents, type ChosenAgent, chooseAgent } from './choose-agent.js';
import { type ChosenWorkspace, chooseWorkspace } from './choose-workspace.js';
import { clientTools } from './client-tools.js';
import { createFreshFolders } from './fresh-folders.js';
import { answerTime, type BudgetLeft, lowerLimits, withBudget } from './lower-limits.js';

export interface TurnToPlan {
  readonly policy: ServerPolicy;
  readonly body: StartTurnBody;
  /** What is known of the conversation, where it had a turn before. */
  readonly conversation?:
    | Pick<Conversation, 'agent' | 'workspace' | 'folder' | 'sessionId'>
    | undefined;
  readonly stateDirectory: string;
  /** What is left of the client's budget. */
  readonly left?: BudgetLeft | undefined;
}

/** A turn that the policy allows, as `startTurn` takes it. */
export interface PlannedTurn {
  readonly options: Omit<TurnOptions, 'id' | 'labels' | 'signal'> & { readonly agent: string };
  /** By the names that the policy has for them. */
  readonly agent: string;
  readonly workspace: string;
  /** The folder of the session, where the workspace has one for each. The next turn needs it. */
  readonly folder?: string;
  /** The turn could not begin: nothing of it is left. Never rejects. */
  undo(): Promise<void>;
  /** The turn has ended: what only it needed goes. Never rejects. */
  finish(): Promise<void>;
}

/**
 * What a client asks for, as far as the operator allows it. A client chooses by name and lowers limits;
 * anything else is refused with a `DragomanError` that lists what there is. Whose session it is, the
 * caller has to know.
 */
export async function planTurn(asked: TurnToPlan): Promise<PlannedTurn> {
  const { policy, body, stateDirectory } = asked;
  const { limits = {} } = policy;
  const fresh = await createFreshFolders(stateDirectory);
  const { agent, resume, folder: began } = await findSession(asked);
  const workspace = await chooseWorkspace(policy, chosenIn(asked), fresh, { folder: began });
  const { tools, ...settings } = settingsOf(policy, body);
  const options = {
    ...settings,
    agent: agent.reference,
    prompt: body.prompt,
    access: withBudget(accessOf(agent, body), limits, body.limits, asked.left),
    ...(agent.model !== undefined && { model: agent.model }),
    ...(resume !== undefined && (body.fork ? { fork: resume } : { resume })),
    limits: lowerLimits(limits, body.limits),
    ...(tools.length > 0 && { tools }),
    ...(workspace.isFresh && { repository: 'hide' as const }),
    ...(workspace.policy.artifacts !== undefined && { artifacts: workspace.policy.artifacts }),
    stateDirectory,
  };
  // Before anything is made. An image is asked for by any name.
  const supposed = (body.images ?? []).map((_image, index) => `image-${index}.png`);
  checkAsked(
    {
      ...options,
      cwd: workspace.path ?? fresh.root,
      ...(supposed.length > 0 && { images: supposed }),
    },
    { confined: isConfined(options.sandbox) },
  );
  const made = workspace.path === undefined ? await makeFolder(workspace) : undefined;
  const cwd = workspace.path ?? made ?? '';
  const undoFolder = async () => {
    if (made !== undefined) await fresh.remove(made);
  };
  const images = await writeImages(agent, body, cwd).catch(async (error: unknown) => {
    await undoFolder().catch(warn);
    throw error;
  });
  return {
    options: { ...options, cwd, ...(images.paths.length > 0 && { images: images.paths }) },
    agent: agent.listed,
    workspace: workspace.name,
    ...(workspace.isFresh && { folder: cwd }),
    async undo() {
      await images.remove();
      await undoFolder().catch(warn);
    },
    finish: () => images.remove(),
  };

  function makeFolder({ name, policy: { template = '' } }: ChosenWorkspace): Promise<string> {
    return fresh.make(name, template);
  }
}

function accessOf({ access }: ChosenAgent, body: StartTurnBody): ModelAccess {
  return typeof access === 'function' ? access(body) : access;
}

interface ContinuedSession {
  readonly agent: ChosenAgent;
  readonly resume?: string | undefined;
  /** Where it began. */
  readonly folder?: string | undefined;
}

/** The agent, and the session that it goes on with. */
async function findSession(asked: TurnToPlan): Promise<ContinuedSession> {
  const { policy, body, conversation, stateDirectory } = asked;
  const resume = body.session_id ?? conversation?.sessionId;
  const named = body.agent ?? conversation?.agent;
  const agent = chooseAgent(policy, { ...body, agent: named });
  if (conversation !== undefined && agent.listed !== conversation.agent) {
    throw otherAgent(agent.listed, conversation.agent);
  }
  if (resume === undefined) {
    if (body.fork) throw nothingToFork();
    return { agent, folder: conversation?.folder };
  }
  const registry = createSessionRegistry(stateDirectory);
  // A session says by itself which agent it is of.
  for (const candidate of named === undefined ? allowedAgents(policy) : [agent]) {
    const entry = await registry.find(candidate.name, resume);
    if (entry === undefined) continue;
    const { listed } = candidate;
    return {
      agent: chooseAgent(policy, { ...body, agent: listed }),
      resume,
      folder: entry.workspace,
    };
  }
  throw refusal(
    'session_unknown',
    `There is no session ${JSON.stringify(resume)}, or not any more. Begin a new one${conversation === undefined ? '' : ', under another name of a conversation'}.`,
  );
}

/** A conversation stays where it is, unless a client says otherwise, which is refused there. */
function chosenIn({ body, conversation }: TurnToPlan): Pick<StartTurnBody, 'workspace'> {
  const workspace = body.workspace ?? conversation?.workspace;
  if (
    workspace !== undefined &&
    conversation !== undefined &&
    workspace !== conversation.workspace
  ) {
    throw refusal(
      'session_elsewhere',
      `The conversation belongs to the workspace ${conversation.workspace}, not to ${workspace}: go on with it there.`,
    );
  }
  return workspace === undefined ? {} : { workspace };
}

function settingsOf(policy: ServerPolicy, body: StartTurnBody) {
  const { sandbox = 'bubblewrap', network, hostedTools, permission, limits = {} } = policy;
  const { output_schema: outputSchema, reasoning_effort: effort } = body;
  const reasoningEffort = reasoningEfforts.find((known) => known === effort);
  if (effort !== undefined && reasoningEffort === undefined) {
    throw refusal(
      'invalid_request',
      `There is no reasoning_effort ${JSON.stringify(effort)}. There are: ${reasoningEfforts.join(', ')}.`,
    );
  }
  return {
    sandbox,
    ...(network !== undefined && { network }),
    ...(hostedTools !== undefined && { hostedTools }),
    ...(permission !== undefined && { permission }),
    ...(outputSchema !== undefined && { outputSchema }),
    ...(reasoningEffort !== undefined && { reasoningEffort }),
    ...(body.accepts_input === true && { acceptsInput: true }),
    tools: clientTools(policy, body, answerTime(limits, body.limits)),
  };
}

function isConfined(sandbox: NonNullable<ServerPolicy['sandbox']>): boolean {
  const provider = typeof sandbox === 'string' ? sandboxProvider(sandbox) : sandbox;
  return provider.abilities.confinesFiles;
}

function writeImages({ name }: ChosenAgent, { images = [] }: StartTurnBody, workspace: string) {
  const { imagesInWorkspace = false } = agents[name];
  const contents = images.map(({ media_type: mediaType, data }) => ({
    mediaType,
    data: Buffer.from(data, 'base64'),
  }));
  return writeImageFiles(contents, imagesInWorkspace ? workspace : undefined);
}

function warn(error: unknown): void {
  process.emitWarning(`The folder of a turn that never began could not be removed: ${error}`);
}

function otherAgent(asked: string, before: string): Refusal {
  return refusal(
    'invalid_request',
    `The conversation is one with ${before}, which ${asked} can't go on with. Begin another conversation.`,
  );
}

function nothingToFork(): Refusal {
  return refusal(
    'invalid_request',
    '`fork` goes on in a copy of a session: give its `session_id`, or the `conversation` that has one.',
  );
}
