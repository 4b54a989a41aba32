import type { StartTurnBody } from '@dragoman/protocol/http';
import type { ModelAccess, TurnLimits, TurnOptions } from '@dragoman/runtime';
import type { UiMapper, UiMapperOptions } from './delivery/ui-mapper.js';
import type { KeyRing } from './keys/key-ring.js';
import type { PageFile } from './page/page-file.js';
import type { TurnStore } from './store/turn-store.js';

/** Turns of agents over HTTP, as one function from a request to its response. */
export interface DragomanServer {
  /** Whether a client needs a key from the start. Without, it must not be reached from elsewhere. */
  readonly hasKeys: boolean;
  /** Answers a request. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /**
   * Takes no new turns, waits for those at work as long as it may, cancels the rest, and lets every
   * reader have its `end`. Afterwards nothing of the server runs.
   */
  close(options?: CloseOptions): Promise<void>;
}

export interface CloseOptions {
  /** How long turns at work may go on. Default: 0. */
  readonly drainMs?: number | undefined;
}

export interface ServerOptions {
  /** What clients may ask for. */
  readonly policy: ServerPolicy;
  /**
   * Who may ask. Without it anybody who reaches the server may, as one and the same client: for
   * loopback only.
   */
  readonly keys?: KeyRing | undefined;
  /**
   * Whether anybody may ask as long as there is no key (`hasAny` of `keys`), as if `keys` were absent. From
   * the first one on a key is needed, also when that one is revoked. Default: false.
   */
  readonly openUntilFirstKey?: boolean | undefined;
  /** What stands before `/v1` in the path of a request. Default: nothing. */
  readonly basePath?: string | undefined;
  /**
   * The values of `Host` that are answered, without the port. A page of another site that gets here by
   * a name of that site (DNS rebinding) is refused. Default: those of loopback, if there are no keys.
   */
  readonly hosts?: readonly string[] | undefined;
  /**
   * Where pages reach the server, such as `https://agents.example`, with what stands before `/v1` there.
   * Default: as the request says that asks for a relay.
   */
  readonly publicUrl?: string | undefined;
  /** Where turns and conversations are kept. Default: files in the state folder. */
  readonly store?: TurnStore | undefined;
  /** Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string | undefined;
  /** Makes messages of the AI SDK's page of events: `createUiMapper` of `@dragoman/ai-sdk/ui`. */
  readonly uiMapper?: ((options?: UiMapperOptions) => UiMapper) | undefined;
  /** The page at `/`, for people: `loadPage` of `@dragoman/web`. Default: there is none. */
  readonly page?: readonly PageFile[] | undefined;
  /** Gets one object for each request, without bodies, tokens or prompts. */
  readonly log?: ((line: RequestLog) => void) | undefined;
}

/** What an operator allows. A client chooses from it by name, and lowers limits. */
export interface ServerPolicy {
  /** By the name a client gives, such as `codex`. The first is the default. At least one. */
  readonly agents: Readonly<Record<string, AgentPolicy>>;
  /** By name. The first is the default. At least one. */
  readonly workspaces: Readonly<Record<string, WorkspacePolicy>>;
  /** Default: bubblewrap. */
  readonly sandbox?: TurnOptions['sandbox'];
  readonly network?: TurnOptions['network'];
  readonly hostedTools?: TurnOptions['hostedTools'];
  /** What agents may do unasked. Default: all in a sandbox that confines; otherwise what they say. */
  readonly permission?: TurnOptions['permission'];
  /** Whether clients may give the agent tools of theirs. Default: true. */
  readonly tools?: boolean | undefined;
  /**
   * Tools of clients whose calls somebody has to approve before they are executed, by their names; `true`:
   * all of them. A client may mark more. Default: those that it marks.
   */
  readonly approvals?: boolean | readonly string[] | undefined;
  /** Origins of pages that may call the server from elsewhere (CORS). Default: none. */
  readonly origins?: readonly string[] | undefined;
  readonly limits?: ServerLimits | undefined;
  readonly retention?: Retention | undefined;
}

export interface AgentPolicy {
  /** The agent and its version, such as `codex@0.166.0`. Default: the name it is listed by. */
  readonly agent?: string | undefined;
  /** How its model is reached; a function says it for each turn. */
  readonly access: ModelAccess | ((body: StartTurnBody) => ModelAccess);
  /** The models that a client may name; the first is the default. Default: only the agent's own choice. */
  readonly models?: readonly string[] | undefined;
}

export interface WorkspacePolicy {
  /** A folder that all its turns work in. */
  readonly path?: string | undefined;
  /** A folder that is copied for each session. An empty text: each session gets an empty one. */
  readonly template?: string | undefined;
  /** A folder in the workspace. What a turn makes or changes there becomes its artifacts. */
  readonly artifacts?: string | undefined;
}

export interface ServerLimits {
  /** Turns at once: of one key, and in all. Default: 8 and 32. */
  readonly turnsPerKey?: number | undefined;
  readonly turns?: number | undefined;
  /** Requests of one key in a minute. Default: 600. */
  readonly requestsPerMinute?: number | undefined;
  /** Bytes of a body. Default: 32 MiB. */
  readonly bodyBytes?: number | undefined;
  /** Of each turn. */
  readonly turn?: TurnLimits | undefined;
  /** How long an agent waits for one answer of a client. Default: ten minutes. */
  readonly answerMs?: number | undefined;
  /** How long a request of a turn whose relay is open waits for a page that takes it. Default: 30 s. */
  readonly pageMs?: number | undefined;
  /** Of each turn. */
  readonly tokens?: number | undefined;
  readonly costUsd?: number | undefined;
  /** Of one key in a day. */
  readonly tokensPerDay?: number | undefined;
  readonly costUsdPerDay?: number | undefined;
}

/** What goes by itself. A turn that is open never does. */
export interface Retention {
  /** Turns and sessions that nobody has used for so long. Default: 30 days. */
  readonly olderThanMs?: number | undefined;
  /** All of them together, with the folders of sessions; the oldest go first. Default: no limit. */
  readonly maxBytes?: number | undefined;
}

/** One request, as the log has it. */
export interface RequestLog {
  readonly time: string;
  readonly method: string;
  /** The route, such as `/v1/turns/{id}/events`, never the path itself. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** The id of the key, never the key. */
  readonly key?: string | undefined;
  readonly turn?: string | undefined;
  readonly errorCode?: string | undefined;
  /** What failed inside, where the client only learns that something did. */
  readonly error?: string | undefined;
}
