import type { AgentAbilities } from './agent-abilities.js';
import type { OwnOptions } from './agent-arguments.js';
import type { AgentCommand, TurnRequest } from './agent-command.js';
import type { AgentLogin } from './agent-login.js';
import type { AgentInterpreter } from './interpret/interpreter.js';
import type { AgentKeys, AgentModels } from './model-access.js';
import type { RecordedSpan } from './recorded-span.js';

/** How the requests of an agent show the folders of its run. */
export interface AgentMentions {
  /** What surrounds the workspace. Each has it as its first group. */
  readonly workspace: readonly RegExp[];
  /** Folders that it keeps in its home, whose names give the home away. */
  readonly homeFolders: readonly string[];
}

/** All that Dragoman knows about one CLI: `agent.ts` in its folder. */
export interface Agent {
  /** What people type to name it. Its folder and its line in the registry have this name, too. */
  readonly name: string;
  /** What npm calls it. */
  readonly packageName: string;
  /** The version that is used unless another is requested. */
  readonly version: string;
  /**
   * The hashes of that version's packages, which an install of it must have. Absent: every version is
   * trusted on first use.
   */
  readonly pinned?: PinnedInstall;
  /** The oldest and the newest version whose formats were recorded. Absent: none was. */
  readonly recorded?: RecordedSpan;
  /** The language that the CLI speaks to its model. */
  readonly dialect: 'openai' | 'anthropic' | 'gemini';
  /** Where people have a key for that model. */
  readonly keys: AgentKeys;
  /** How a subscription at its vendor stands in for a key. Absent: none can. */
  readonly login?: AgentLogin;
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
   * does. Where it doesn't, its events don't say which server a tool belongs to.
   */
  readonly namesServers?: (version: string) => boolean;
  /** True for a CLI that reads images only from its workspace. */
  readonly imagesInWorkspace?: boolean;
  /** The tool by which its model gives an answer that follows a schema. Absent: it is the last text. */
  readonly answerTool?: string;
  /**
   * Whether a version parses the text of a tool's result, and refuses JSON that is no object. Absent:
   * no version does. Where it does, such a result also comes as structured content.
   */
  readonly parsesToolTexts?: (version: string) => boolean;
  /**
   * Whether it keeps the configuration files of git, those of HOME and of the system, from its commands.
   * Then variables tell git who the user is.
   */
  readonly hidesGitConfig?: boolean;
  /**
   * How its requests to the model show the folders of a run, so that a recorded run can be played in
   * another folder. Absent: they don't.
   */
  readonly mentions?: AgentMentions;
  /** How to start one turn. Pure: the same request always gives the same command. */
  readonly command: (request: TurnRequest) => AgentCommand;
  /**
   * What its stdin gets for more input while it is at work. Absent: it takes none. Throws a
   * `DragomanError` for a text that would not be one for the model.
   */
  readonly inputLine?: (text: string) => string;
  /** Options of the CLI that a user may not pass on to it. Absent: any may be. */
  readonly ownOptions?: OwnOptions;
  /** What a version of it can do. What it can't, `command` refuses. */
  readonly abilities: (version: string) => AgentAbilities;
  /**
   * Paths in a workspace, and in the folders above it, that a version obeys even if it is
   * started to ignore the settings of projects. Only looking for them prevents that.
   */
  readonly projectFiles: (version: string) => readonly string[];
  /**
   * Paths in its HOME that it makes anew at every start, so that a session doesn't keep them after a turn.
   * A `*` in the last part stands for any characters. Absent: none.
   */
  readonly disposable?: readonly string[];
  /** What it does with permission `default` and no person to ask, as words after "it". */
  readonly unasked: string;
  readonly executables: FindExecutable;
  /** How to read what it writes. */
  readonly interpreter: AgentInterpreter;
}

/** A path where an installed CLI's program may be. */
export interface ExecutableCandidate {
  /** Relative to the install's `node_modules`. */
  readonly path: string;
  /** `native` starts by itself, `node` is a script for Node. */
  readonly kind: 'native' | 'node';
  /** Folders, relative to `node_modules`, that the program expects on its PATH. */
  readonly searchPath?: readonly string[];
}

/**
 * The paths to look for a CLI's program, best first.
 *
 * The packages' own start scripts are passed over where there is a native build: some only work
 * after an install script has run, and a script in front of the real program is one process more
 * that signals must get through.
 */
export type FindExecutable = (platform: Platform) => readonly ExecutableCandidate[];

/** What decides which of a CLI's builds runs on a machine. */
export interface Platform {
  /** As Node calls it. */
  readonly os: 'linux' | 'darwin' | 'win32';
  readonly arch: 'x64' | 'arm64';
  /** Which C library the programs of a Linux system use. */
  readonly libc: 'glibc' | 'musl';
  /** Whether an x64 processor has AVX2, which some builds need. */
  readonly avx2: boolean;
}

/** One package of a pinned install, in the words of npm's lock file. */
export interface PinnedPackage {
  /** Where it is another than that of its folder: an alias. */
  readonly name?: string;
  readonly version: string;
  /** The registry's hash of the package: `sha512-…`. */
  readonly integrity: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * All packages of one version of an agent, with their hashes: those that it depends on and those of
 * every platform, too. An agent's `pinned.ts` is written by `npm run pin-agents`.
 */
export interface PinnedInstall {
  readonly version: string;
  /** By their folder in an install, such as `node_modules/@openai/codex`. */
  readonly packages: Readonly<Record<string, PinnedPackage>>;
  /**
   * Packages, by name, that the agent asks for and whose hash is not known here, because the registry
   * that was asked didn't carry them. They are trusted on first use.
   */
  readonly unknown: readonly string[];
}
