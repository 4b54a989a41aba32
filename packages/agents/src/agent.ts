import type { AgentAbilities } from './agent-abilities.js';
import type { AgentCommand, TurnRequest } from './agent-command.js';
import type { FindExecutable } from './agent-executable.js';
import type { AgentKeys } from './agent-keys.js';
import type { AgentModels } from './agent-models.js';
import type { AgentInterpreter } from './interpret/agent-interpreter.js';
import type { ViewRecording } from './interpret/recorded-sessions.js';
import type { PinnedInstall } from './pinned-install.js';

/** All that Dragoman knows about one CLI. Its folder says it, in `agent.ts`. */
export interface Agent {
  /** What people type to name it. Its folder and its line in the registry are called so, too. */
  readonly name: string;
  /** What npm calls it. */
  readonly packageName: string;
  /** The version that is used when nobody asks for another. */
  readonly version: string;
  /**
   * The hashes of that version's packages, which an install of it must have. Absent: every version is
   * trusted on first use.
   */
  readonly pinned?: PinnedInstall;
  /** The language that the CLI speaks to its model. */
  readonly dialect: 'openai' | 'anthropic' | 'gemini';
  /** Where people have a key for that model. */
  readonly keys: AgentKeys;
  /** Which models it asks for there. */
  readonly models: AgentModels;
  /**
   * Whether a version goes on under the same id when it resumes a session. Absent: every version
   * does. Where it does, another id means that it silently began anew.
   */
  readonly keepsSessionId?: (version: string) => boolean;
  /**
   * Whether a version says when a turn is over. Absent: every version does. Where it does, an exit
   * alone is no success.
   */
  readonly saysTurnEnd?: (version: string) => boolean;
  /**
   * Whether a version calls a tool of an MCP server by the server's name, too. Absent: every version
   * does. Where it doesn't, nobody can tell from its events whose tool it is.
   */
  readonly namesServers?: (version: string) => boolean;
  /** How to start one turn. Pure: the same request always gives the same command. */
  readonly command: (request: TurnRequest) => AgentCommand;
  /** What a version of it can do. What it can't, `command` refuses. */
  readonly abilities: (version: string) => AgentAbilities;
  /**
   * Paths in a workspace, and in the folders above it, which a version takes orders from even if it is
   * told to ignore the settings of projects. Nothing but a look for them keeps it from that.
   */
  readonly projectFiles: (version: string) => readonly string[];
  /** What it does in the posture `default` without a person, after "it". */
  readonly unasked: string;
  readonly executables: FindExecutable;
  /** How to understand what it writes. */
  readonly interpreter: AgentInterpreter;
  /** The page about it in the documentation, made from its rules and gaps and from what was recorded. */
  readonly coveragePage: (recordings: readonly ViewRecording[]) => string;
}
