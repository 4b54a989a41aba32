import type { McpServer, ModelEndpoint, TurnModels } from '@dragoman/agents';
import type { Dialect, FolderMentions } from '@dragoman/gateway';
import type { LooseEvent } from '@dragoman/protocol/internal';
import type { ProcessExit, Sandbox, SandboxProvider } from '@dragoman/sandbox';
import { z } from 'zod';
import type { AgentProgram } from './agent-program.js';

/** What every request to an agent has. An agent's own `requestSchema` may ask for more. */
export interface BaseChatRequest {
  readonly message: string;
  /** The session that the turn goes on with. */
  readonly session_id?: string | undefined;
  /** Where an earlier turn ran. No sandbox outlives its turn, so there is always a new one. */
  readonly sandbox_id?: string | undefined;
  /** The image to start from, where the kind of sandbox has images. */
  readonly snapshot_id?: string | undefined;
}

/** How to start the agent's program. */
export interface ChatCommand {
  readonly cmd: string;
  readonly args: readonly string[];
  /** Beside HOME, PATH, TMPDIR and LANG, which it may replace. Nothing else is there. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** Default: the workspace. */
  readonly cwd?: string;
}

/** Stdout in, lines of NDJSON out: each one JSON object and `\n`. */
export interface StdoutMapper {
  push(chunk: string): string[];
  flush(): string[];
}

/** What the agent's program has around it, once its sandbox is there. */
export interface ChatContext<Request> {
  readonly input: Request;
  readonly sandbox: Sandbox;
  /** The workspace on this machine. */
  readonly workspace: string;
  /** The gateway and the token for it, as the sandbox reaches it. Absent: the turn has no model. */
  readonly model?: ModelEndpoint;
  /** The server with the caller's tools, for the agent's settings. Absent: the turn has none. */
  readonly callerServer?: McpServer | undefined;
  /** The proxy to the hosts that are allowed, as the sandbox reaches it. Absent: there are none. */
  readonly proxy?: string | undefined;
  /** Whether the sandbox keeps the agent from files that it wasn't given. */
  readonly confined: boolean;
  /** What `prepare` gave for this request. */
  readonly prepared: PreparedChat;
}

/** A request before anything of its turn exists. */
export interface ChatPreparation<Request> {
  readonly input: Request;
  /** On this machine. */
  readonly workspace: string;
  /** What will make its sandbox. */
  readonly provider: SandboxProvider;
  /** Where the turn keeps what it relies on. */
  readonly stateDirectory: string;
  /** The image that the request asks for. */
  readonly image?: string | undefined;
  /** What is known of the session that the turn goes on with. */
  readonly session?: { readonly home: string; readonly turns: number };
  /** As `ChatContext` will have it, as far as it is known. */
  readonly callerServer?: McpServer | undefined;
  /** An address in place of the proxy that `ChatContext` will have. */
  readonly proxy?: string | undefined;
}

/** What one request needs, found out before anything of its turn exists. */
export interface PreparedChat {
  /** The CLI that was found, for `createCommand`. */
  readonly program?: AgentProgram;
  /** Files and folders of this machine that the program needs. */
  readonly readable?: readonly string[];
  /** The image that the program is in. */
  readonly image?: string | undefined;
  /** The names of the variables that the program is started with. */
  readonly variables?: readonly string[];
  /** Reads stdout instead of the agent's mapper. */
  createEventReader?(): EventReader;
}

/** Stdout in, events out: a mapper without the detour over text. */
export interface EventReader {
  push(chunk: Uint8Array): readonly LooseEvent[];
  flush(): readonly LooseEvent[];
  /** What there is to say once the program is gone. */
  exited?(exit: ProcessExit): readonly LooseEvent[];
  /** How many lines were none of the format. */
  unparsed(): number;
}

/**
 * Whoever acts in a turn. The first five are the contract; what follows may be left out by an agent
 * that starts a program and says what its output means.
 */
export interface ChatAgent<Request extends BaseChatRequest> {
  /** Applied to every request before anything else happens. */
  readonly requestSchema: z.ZodType<Request>;
  /** The image to start from when the request names none. */
  readonly snapshotId?: string;
  /** Puts in what the program needs. */
  prepareSandbox(context: ChatContext<Request>): Promise<void>;
  createCommand(context: ChatContext<Request>): ChatCommand | Promise<ChatCommand>;
  /** One for each turn. Without it stdout passes as it is, as far as it is JSON objects. */
  createStdoutMapper?(): StdoutMapper;

  /** Under which its sessions are kept. Without it none are, and each turn has a new HOME. */
  readonly name?: string;
  readonly version?: string;
  /** The language of its model. Without it no gateway is opened. */
  readonly dialect?: Dialect;
  /** How its requests show the folders of a run, for one that is replayed in another folder. */
  readonly mentions?: FolderMentions;
  /** The models that it may ask. Without it any. */
  readonly models?: TurnModels;
  /** Whether a resumed session keeps its id, so that another id is a fresh start in disguise. */
  readonly keepsSessionId?: boolean;
  /** False: what it leaves in its HOME is no session to go on with. */
  readonly keepsSessions?: boolean;
  /** Whether the caller lets files of the project make the program run something. */
  readonly trustsProject?: boolean;
  /** False: it calls tools without the name of their server, so that its events don't show it. */
  readonly namesServers?: boolean;
  /** Whether it keeps the configuration files of git from its commands. */
  readonly hidesGitConfig?: boolean;
  /** Whether it parses the text of a tool's result, and refuses JSON that is no object. */
  readonly parsesToolTexts?: boolean;
  /**
   * Whether it gives its program the proxy to hosts by itself. For others the usual variables are set,
   * `NO_PROXY` with loopback among them.
   */
  readonly givesProxy?: boolean;
  /** What a line of its stderr says of the conversation, beside being a diagnostic. */
  readDiagnostic?(line: string, position: number): readonly LooseEvent[];
  /**
   * Whether it is a plain program: what it writes says nothing about a model, it may be silent for as long
   * as it may run, and tools and a model are refused. `createCommandAgent` makes such an agent.
   */
  readonly isProgram?: boolean;
  /** Whether its events say when a turn is over. Then an exit alone is no success. */
  readonly saysTurnEnd?: boolean;
  /** Paths in its HOME that no session needs after a turn. */
  readonly disposable?: readonly string[];
  /** Folders that its program comes from: whoever is confined must not see the rest of them. */
  readonly hidden?: readonly string[];
  /** Refuses what can't be done, with a `DragomanError`, and finds out what the request needs. */
  prepare?(request: ChatPreparation<Request>): Promise<PreparedChat>;
  /**
   * What the program's stdin gets for more input while it is at work. With it stdin stays open, until an
   * event says that the turn is over.
   */
  inputLine?(text: string): string;
  /** The ids of the sessions in a HOME, for an agent that doesn't say them while it works. */
  savedSessions?(home: string): Promise<readonly string[]>;
}

/** What every agent of the registry may be asked. */
export const chatRequest = z.object({
  message: z.string().min(1, 'must say something'),
  session_id: z.string().min(1).optional(),
  sandbox_id: z.string().optional(),
  snapshot_id: z.string().optional(),
});

export type ChatRequest = z.infer<typeof chatRequest>;
