import type {
  NetworkMode,
  SandboxKind,
  SandboxLimits,
  SandboxOptions,
  SandboxProvider,
} from '@dragoman/sandbox';
import type { BaseChatRequest, ChatAgent } from '../chat/chat-agent.js';
import type { TurnLimits } from '../limits/turn-timers.js';
import type { ModelAccess } from '../model/model-access.js';
import type { CallerTool } from '../tools/caller-tool.js';

/** Where and how a turn runs, whoever acts in it. */
export interface TurnPlaceOptions {
  /** The workspace. */
  readonly cwd: string;
  /** Default: `write`. */
  readonly workspaceAccess?: SandboxOptions['workspaceAccess'];
  /** A kind, or a provider of one. Default: the one that confines best here. */
  readonly sandbox?: SandboxKind | SandboxProvider | undefined;
  /** The image to start from, where the kind of sandbox has images. A request may name another. */
  readonly image?: string | undefined;
  /** Default: the least that the kind can give. The model is reached in any case. */
  readonly network?: NetworkMode | undefined;
  readonly sandboxLimits?: SandboxLimits | undefined;
  /** Other files and folders that the agent may read. */
  readonly readable?: readonly string[] | undefined;
  readonly limits?: TurnLimits | undefined;
  /** How long the agent has after SIGINT before it is ended harder. Default: 5 s. */
  readonly graceMs?: number | undefined;
  /** Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string | undefined;
  /**
   * Tools that the agent may call and the caller executes. A call is told by an event, and waits for
   * `answer` of the turn.
   */
  readonly tools?: readonly CallerTool[] | undefined;
  /** Values that are told to nobody, beside the key of the model. */
  readonly secrets?: readonly string[] | undefined;
  /** Cancels the turn. */
  readonly signal?: AbortSignal | undefined;
}

export interface ConductOptions<Request extends BaseChatRequest> extends TurnPlaceOptions {
  readonly agent: ChatAgent<Request>;
  /** As the agent's `requestSchema` gave it. */
  readonly input: Request;
  /** Needed where the agent has a model. */
  readonly access?: ModelAccess | undefined;
}
