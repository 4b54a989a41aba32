/** A gateway, and the token that an agent presents there as its key. */
export interface ModelEndpoint {
  /** The gateway's address without a path, such as `http://127.0.0.1:4711`. */
  readonly url: string;
  readonly token: string;
  /** True if the gateway holds a login, so that the CLI must ask as a subscriber. */
  readonly login?: boolean | undefined;
}

/** The provider itself, with a real key. The agent can read the key; a gateway's token is safer. */
export interface DirectAccess {
  readonly apiKey: string;
  /**
   * As the provider's own clients take it, with or without the version at its end where that is
   * always the same. Default: the provider's, such as `https://api.openai.com/v1` for Codex.
   */
  readonly baseUrl?: string;
}

/**
 * What an agent may do without being asked. An agent that has no such posture refuses the request.
 *
 * - `default`: the CLI's own careful posture for a turn without a person: it changes nothing. What it
 *   does besides reading files, `unasked` of its agent says.
 * - `plan`: it reads and proposes.
 * - `acceptEdits`: it edits files in its workspace.
 * - `bypass`: it runs commands and edits files freely. Only where something else confines it, or
 *   where its model is a script.
 */
export type Permission = (typeof permissions)[number];

export const permissions = ['default', 'plan', 'acceptEdits', 'bypass'] as const;

/**
 * What becomes of files in the workspace, and in folders above it, that make a CLI run something by
 * itself: hooks, plugins, tool servers, settings, variables. Instructions for the model (`AGENTS.md`,
 * `CLAUDE.md`, `GEMINI.md`) are no such files.
 *
 * - `trust`: they count, as if a person had said that the folder is trusted.
 * - `ignore`: none of them counts, as far as the CLI has switches for that. The others are listed
 *   by `projectFiles` of its agent.
 */
export type ProjectSettings = 'trust' | 'ignore';

/** How hard the model thinks. Which of them a model knows depends on the model. */
export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** From the least to the most. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;

/**
 * A tool server: a program, or one that is reached over HTTP. What `args` and `env` say
 * may become visible to every user of the machine; `bearerToken` stays in the environment.
 */
export type McpServer =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      /**
       * These of its tools are called unasked, in every posture. Default: as the posture has it. A
       * CLI that knows no such difference takes it for all of them.
       */
      readonly trustedTools?: readonly string[];
      /** How long its start is waited for before the model is asked. Default: the CLI's own. */
      readonly startTimeoutMs?: number;
      /** How long a call may take. Default: the CLI's own. */
      readonly callTimeoutMs?: number;
      /** Whether several calls of it may be under way at once. Default: the CLI's own. */
      readonly parallel?: boolean;
    }
  | { readonly url: string; readonly bearerToken?: string };

/** A value of a settings file, as TOML and JSON both have it. */
export type SettingValue =
  | string
  | number
  | boolean
  | readonly SettingValue[]
  | { readonly [key: string]: SettingValue };

/** What only Claude Code has. */
export interface ClaudeOptions {
  /** Whether it also prints its replies in pieces. Default: where the version can. */
  readonly partialMessages?: boolean;
}

/** What only Codex has. */
export interface CodexOptions {
  /** The language of the endpoint. Default: `responses`. */
  readonly wireApi?: 'responses' | 'chat';
  readonly reasoningSummary?: 'auto' | 'concise' | 'detailed' | 'none';
  /** Settings of `config.toml` by dotted key. They win over those that Dragoman makes. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
  /**
   * `--dangerously-bypass-approvals-and-sandbox`, which nothing else in a request leads to. It
   * stands instead of `permission`.
   */
  readonly dangerouslyBypassApprovalsAndSandbox?: boolean;
}

/**
 * One headless turn, as every agent's `command` is asked for it. What an agent, or the version
 * asked for, can't do is a `DragomanError` with the code `unsupported_option`, never passed over.
 */
export interface TurnRequest {
  readonly prompt: string;
  /** The CLI's own name for the model. Each agent has a default. */
  readonly model?: string;
  readonly endpoint: ModelEndpoint | DirectAccess;
  /** The workspace, as an absolute path. */
  readonly cwd: string;
  /** The agent's HOME, absolute: its settings, sessions and temporary files all lie in it. */
  readonly home: string;
  /** The exact version of the CLI: flags and settings differ between versions. */
  readonly version: string;
  /** Default: `default`. */
  readonly permission?: Permission;
  /** Default: as the CLI has it for a folder without any setting. */
  readonly projectSettings?: ProjectSettings;
  /** The session in HOME that the turn continues. */
  readonly resume?: string;
  /** The session in HOME that the turn continues in a new session, leaving the old as it is. */
  readonly fork?: string;
  /** Leaves no session behind. */
  readonly ephemeral?: boolean;
  /** Files with images for the prompt; relative paths start at the workspace. */
  readonly images?: readonly string[];
  /**
   * Whether the agent takes more input while it is at work, by `inputLine` of its `Agent`. Its stdin stays
   * open then, until it has said that it is done. Default: false.
   */
  readonly acceptsInput?: boolean;
  /** The JSON Schema that the answer is to follow. */
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly reasoningEffort?: ReasoningEffort;
  /**
   * How often the model may be asked; the CLIs call that a turn. What reaches the limit fails. A session
   * that goes on may count its earlier requests, too.
   */
  readonly maxTurns?: number;
  /** How often a request that its model refused or cut off is sent again. Default: the CLI's own. */
  readonly retries?: number;
  /** Tool servers by name. */
  readonly mcpServers?: Readonly<Record<string, McpServer>>;
  /** Options for the CLI itself, as they are. */
  readonly extraArgs?: readonly string[];
  readonly claude?: ClaudeOptions;
  readonly codex?: CodexOptions;
  /** Where the agent finds the programs that it runs. Default: the system's own folders. */
  readonly searchPath?: string;
  /**
   * The HTTP proxy for all that isn't the gateway. Default: a dead port on loopback, so that what
   * a CLI tries to send home fails at once instead of leaving the machine. A version that would send
   * the gateway's requests through it, too, gets none.
   */
  readonly proxy?: string;
}

/** What one concern of a request, such as its tool servers, adds to a command. */
export type CommandPart = Pick<AgentCommand, 'args' | 'env' | 'files'>;

/** Text, or the path of a file in the workspace, which is inserted in base64. */
export type StdinPiece = string | { readonly base64Of: string };

/** All that is needed to start one turn of a CLI, as data. */
export interface AgentCommand {
  readonly args: readonly string[];
  /** The whole environment. Nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * The prompt. It never goes into `args`: those are visible to all users and limited in size. In
   * pieces only where a CLI takes images as part of it: this package reads no files.
   */
  readonly stdin: string | readonly StdinPiece[];
  /** Files to write before the start, by path relative to HOME. */
  readonly files: Readonly<Record<string, string>>;
  /** Folders that must exist before the start, relative to HOME. */
  readonly directories: readonly string[];
  /** Where the CLI is started, for one that gets its workspace in another way. Default: the workspace. */
  readonly cwd?: string;
}
