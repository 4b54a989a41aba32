import type { HostedTools } from '@dragoman/gateway';
import type {
  MountRequest,
  NetworkMode,
  SandboxKind,
  SandboxLimits,
  SandboxOptions,
  SandboxProvider,
} from '@dragoman/sandbox';
import type { ChangesSetting } from '../changes/watch-workspace.js';
import type { BaseChatRequest, ChatAgent } from '../chat/chat-agent.js';
import type { ChatAgentOptions } from '../chat/create-chat-agent.js';
import type { TurnLimits } from '../limits/turn-limits.js';
import type { ModelAccess } from '../model/model-access.js';
import type { CallerTool } from '../tools/caller-tool.js';

/** Where and how a turn runs, whoever acts in it. */
export interface TurnSettings {
  /** The workspace. */
  readonly cwd: string;
  /** Lets the agent work in the user's home folder, which is refused otherwise. Default: false. */
  readonly allowHome?: boolean | undefined;
  /** Default: `write`. */
  readonly workspaceAccess?: SandboxOptions['workspaceAccess'];
  /**
   * A kind that comes with Dragoman, or a provider of any kind. Default: the one that confines best
   * here; where none does, the turn is refused.
   */
  readonly sandbox?: SandboxKind | SandboxProvider | undefined;
  /** The image to start from, where the kind of sandbox has images. A request may name another. */
  readonly image?: string | undefined;
  /** Default: the least that the kind can give. The model is reached in any case. */
  readonly network?: NetworkMode | undefined;
  /**
   * Hosts that the agent and its commands may reach: `registry.npmjs.org`, `host:8443`, `*.example.com`, or
   * `http://host` for what is not encrypted. The network is then `none`, and a proxy the only way out, which
   * programs find by the usual variables. It reaches no address of this machine or of a network around it
   * that isn't listed itself. What it refuses is an `error` event with the code `host_refused`.
   */
  readonly allowHosts?: readonly string[] | undefined;
  /**
   * What the provider of a model may do outside the sandbox: search, fetch, run code, call servers.
   * What is denied is taken out of the agent's requests, and an `error` event with the code `hosted_tool_removed` says so.
   * Default: `deny` where the network is `none`, otherwise `allow`.
   */
  readonly hostedTools?: HostedTools | undefined;
  /**
   * Names or patterns (`gpt-5*`) of models that may be asked beside the turn's own and the small ones
   * of its agent. `['*']` allows any.
   */
  readonly models?: readonly string[] | undefined;
  readonly sandboxLimits?: SandboxLimits | undefined;
  /** Other files and folders that the agent may read. */
  readonly readable?: readonly string[] | undefined;
  /**
   * Other files and folders, by their paths on this machine: to be read, or with `access: 'write'` also
   * written. What would show the agent more than it says, such as the home folder, is refused.
   */
  readonly mounts?: readonly (string | MountRequest)[] | undefined;
  /** Variables for the agent and its commands. Those that look like secrets are redacted everywhere. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Folders of programs, which the agent's commands find before those of the system. */
  readonly path?: readonly string[] | undefined;
  /**
   * Whether the agent sees the git repository that the workspace is a part of: the files of a
   * repository above it to read, and its data, or that of a worktree, to commit to. Default: `show`.
   */
  readonly repository?: 'show' | 'hide' | undefined;
  /** Paths in the workspace that are run later by the user's own programs, and may be changed. */
  readonly writable?: SandboxOptions['writable'];
  /**
   * What the `changes` event says of the files that differ after the turn: their names and numbers of
   * lines, or their diffs, too. `none`: there is no such event, and nobody looks. Default: `files`.
   */
  readonly changes?: ChangesSetting | undefined;
  /**
   * A folder in the workspace, by its path from there. What the turn makes or changes in it becomes
   * `artifact` events, and copies that `openArtifact` opens. Default: none.
   */
  readonly artifacts?: string | undefined;
  readonly limits?: TurnLimits | undefined;
  /** How long the agent has after SIGINT before it is ended harder. Default: 5 s. */
  readonly graceMs?: number | undefined;
  /** Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string | undefined;
  /**
   * Tools that the agent may call and the caller executes. A call is an event. It is answered by the
   * tool's `execute`, or by `answer` of the turn.
   */
  readonly tools?: readonly CallerTool[] | undefined;
  /** Values that are redacted everywhere, beside the key of the model. */
  readonly secrets?: readonly string[] | undefined;
  /** Cancels the turn. */
  readonly signal?: AbortSignal | undefined;
  /** The turn's id, where the caller has to know it before the turn exists: as `newTurnId` makes them. */
  readonly id?: string | undefined;
  /**
   * What the caller notes of the turn, for whoever lists turns. The agent doesn't see it. Those that are
   * plain words are labels of its sandbox, too.
   */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** The names of all settings, to separate them from the options of an agent. */
export const settingNames = {
  cwd: true,
  allowHome: true,
  workspaceAccess: true,
  sandbox: true,
  image: true,
  network: true,
  allowHosts: true,
  hostedTools: true,
  models: true,
  sandboxLimits: true,
  readable: true,
  mounts: true,
  env: true,
  path: true,
  repository: true,
  writable: true,
  changes: true,
  artifacts: true,
  limits: true,
  graceMs: true,
  stateDirectory: true,
  tools: true,
  secrets: true,
  signal: true,
  id: true,
  labels: true,
} as const satisfies Record<keyof TurnSettings, true>;

/** Options without those of a turn: what is left is for its agent. */
export function withoutSettings(options: TurnSettings & ChatAgentOptions): ChatAgentOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !(name in settingNames)));
}

export interface ConductOptions<Request extends BaseChatRequest> extends TurnSettings {
  readonly agent: ChatAgent<Request>;
  /** As the agent's `requestSchema` gave it. */
  readonly input: Request;
  /** Needed where the agent has a model. */
  readonly access?: ModelAccess | undefined;
}
