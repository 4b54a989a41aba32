import type { RunningProcess } from './process/spawn-process.js';

/**
 * What every sandbox promises, whichever kind it is. `testkit` holds the conformance suite that all
 * of them pass.
 *
 * A sandbox is a place: a workspace, a HOME, and what may be reached from there. Each command that
 * is started in it gets the whole place anew, in namespaces of its own where the kind has them, so
 * that ending a command ends all that came from it.
 */
export const sandboxKinds = ['process', 'bubblewrap', 'container'] as const;

export type SandboxKind = (typeof sandboxKinds)[number];

/** `none`: nothing but the doors. `bridge`: a network of its own that leads outside. `host`: this machine's. */
export const networkModes = ['none', 'bridge', 'host'] as const;

export type NetworkMode = (typeof networkModes)[number];

/** Most that a command and all that came from it may use together. */
export interface SandboxLimits {
  readonly memoryBytes?: number;
  /** Fractions are allowed. */
  readonly cpus?: number;
  readonly processes?: number;
  /** Size of its own `/tmp`. */
  readonly temporaryBytes?: number;
}

/** What a kind can do. To ask for what it can't is an error with the code `sandbox_unsupported`. */
export interface SandboxAbilities {
  /** Whether it keeps a command from all files but those it was given. */
  readonly confinesFiles: boolean;
  readonly networks: readonly NetworkMode[];
  /** Whether a command can be kept from changing the workspace. */
  readonly readOnlyWorkspace: boolean;
  readonly limits: readonly (keyof SandboxLimits)[];
  readonly images: boolean;
}

/** Whether a kind works on this machine, and if not, why not and what to do about it. */
export type SandboxCheck =
  | { readonly works: true; readonly version?: string; readonly notes: readonly string[] }
  | {
      readonly works: false;
      readonly why: string;
      readonly remedy: string;
      /** What `create` would reject with, where it is the image that is wrong. */
      readonly code?: 'sandbox_image_missing' | 'sandbox_image_unusable';
    };

export interface SandboxOptions {
  /** The folder that commands work in. It must exist. */
  readonly workspace: string;
  /** Default: `write`. */
  readonly workspaceAccess?: 'read' | 'write';
  /** The folder that is HOME. It outlives the sandbox: sessions of agents lie in it. */
  readonly home: string;
  /** Other files and folders of this machine that commands may read, under the same path. */
  readonly readable?: readonly string[];
  /**
   * Folders that no command sees where files are confined, also where they lie in the workspace or
   * in what it may read. Dragoman's state folder always is one. What lies in them and was given, such as HOME, is seen.
   */
  readonly hidden?: readonly string[];
  /**
   * Files and folders of this machine that no command can change, also where they lie in the
   * workspace or in HOME, and also by renaming a folder above them; where files are confined. A
   * link can't be kept from being replaced: name what it leads to and the folder that it is in.
   */
  readonly readOnly?: readonly string[];
  /**
   * Paths in the workspace, relative to it, that commands may change although what lies there is
   * run later by the user's own programs, such as `.vscode`. Without this they are read-only.
   */
  readonly writable?: readonly string[];
  /** Default: the least that the kind can give. */
  readonly network?: NetworkMode;
  /** Unix sockets of this machine by name. A command reaches each as a port on its loopback. */
  readonly doors?: Readonly<Record<string, string>>;
  readonly limits?: SandboxLimits;
  /** What it is for, for whoever finds it later. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Only for kinds with images. */
  readonly image?: string;
}

export interface SandboxCommand {
  /** Looked up in the sandbox: with paths as they are there. */
  readonly executable: string;
  readonly args: readonly string[];
  /** The whole environment. Nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Default: the workspace. */
  readonly cwd?: string;
  /** Written whole and closed. Without it stdin is empty. */
  readonly stdin?: string | Uint8Array;
}

/** A command under way. Ending it ends all that came from it. */
export type SandboxProcess = RunningProcess;

/**
 * A program whose stdin and stdout are a connection to a door, for whoever speaks to programs only.
 * Its last argument, to be added, is the path of a file inside with a `DoorPass` as JSON.
 */
export interface DoorProgram {
  readonly executable: string;
  readonly args: readonly string[];
}

export interface Sandbox {
  readonly id: string;
  readonly kind: SandboxKind;
  /** Where the workspace, HOME and the doors are for a command. A door is `http://127.0.0.1:<port>`. */
  readonly inside: {
    readonly workspace: string;
    readonly home: string;
    readonly doors: Readonly<Record<string, string>>;
    readonly doorProgram: DoorProgram;
  };
  /** Puts a file in. The path is one inside, in the workspace or in HOME. */
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  readFile(path: string): Promise<Uint8Array>;
  start(command: SandboxCommand): Promise<SandboxProcess>;
  /** Ends what still runs in it and removes all but the workspace and HOME. Twice is no error. */
  remove(): Promise<void>;
}

/** A sandbox that is there, as whoever didn't make it sees it. */
export interface FoundSandbox {
  readonly id: string;
  readonly kind: SandboxKind;
  readonly createdAt: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Whether the process that made it is still there. Nobody may remove what is owned. */
  readonly owned: boolean;
  /** What there is of it: processes, containers, folders and sockets, one line each. */
  readonly remains: readonly string[];
  remove(): Promise<void>;
}

/** One kind of sandbox on this machine. */
export interface SandboxProvider {
  readonly kind: SandboxKind;
  readonly abilities: SandboxAbilities;
  check(): Promise<SandboxCheck>;
  /**
   * Begins to find out what `create` will have to know, for whoever has other things to do first. From
   * then on no program that lies in this workspace is run.
   */
  prepare?(workspace: string): void;
  /** Rejects with a `DragomanError`: `sandbox_unavailable`, `sandbox_unsupported`, `workspace_missing`, `workspace_unsuitable`, … */
  create(options: SandboxOptions): Promise<Sandbox>;
  /** All sandboxes of this kind that are there, owned or left over. */
  list(): Promise<readonly FoundSandbox[]>;
}
