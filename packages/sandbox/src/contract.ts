import type { Repository } from './git/find-repository.js';
import type { RunningProcess } from './process/spawn-process.js';

/**
 * What every sandbox promises, whichever kind it is. `testkit` holds the conformance suite that all
 * of them pass.
 *
 * A sandbox is a workspace, a HOME, and what commands may reach from there. Each command gets all of it
 * in new namespaces, if the kind has them, so that ending a command ends every process it started.
 */
export const sandboxKinds = ['process', 'bubblewrap', 'container'] as const;

/** The kinds that come with Dragoman. A provider of the caller has a kind of any other name. */
export type SandboxKind = (typeof sandboxKinds)[number];

/** `none`: nothing but the doors. `bridge`: its own network that leads outside. `host`: this machine's. */
export const networkModes = ['none', 'bridge', 'host'] as const;

export type NetworkMode = (typeof networkModes)[number];

/** Limits for a command together with all processes it starts. */
export interface SandboxLimits {
  readonly memoryBytes?: number;
  /** Fractions are allowed. */
  readonly cpus?: number;
  readonly processes?: number;
  /** The size of its `/tmp`. */
  readonly temporaryBytes?: number;
}

/** What a kind can do. Asking for more is an error with the code `sandbox_unsupported`. */
export interface SandboxAbilities {
  /** Whether a command sees only the files it was given. */
  readonly confinesFiles: boolean;
  readonly networks: readonly NetworkMode[];
  /** Whether the workspace can be read-only. */
  readonly readOnlyWorkspace: boolean;
  readonly limits: readonly (keyof SandboxLimits)[];
  readonly images: boolean;
  /** Whether the workspace and HOME have other paths inside than on this machine. Default: false. */
  readonly movesPaths?: boolean;
  /** Whether stdin of a command can stay open (`keepsInput`). Default: false. */
  readonly keepsInput?: boolean;
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

/** A file or folder of this machine beside the workspace. */
export interface MountRequest {
  readonly path: string;
  /** Default: `read`. */
  readonly access?: 'read' | 'write';
}

export interface SandboxOptions {
  /** The folder that commands work in. It must exist. */
  readonly workspace: string;
  /** Default: `write`. */
  readonly workspaceAccess?: 'read' | 'write';
  /** The folder that is HOME. It outlives the sandbox: sessions of agents are in it. */
  readonly home: string;
  /** Other files and folders of this machine that commands may read, under the same path. */
  readonly readable?: readonly string[];
  /**
   * Other files and folders that commands may read, or also write, under the same path. In a folder that
   * can be written, what is run later is read-only, as in the workspace.
   */
  readonly mounts?: readonly MountRequest[];
  /**
   * The git repository that the workspace is a part of, from `findRepository`. Commands may read its
   * files and write its data, except what git runs.
   */
  readonly repository?: Repository | undefined;
  /**
   * Folders that no command sees if files are confined, even inside the workspace or a readable folder.
   * Dragoman's state folder and its folder of workspaces always are. Paths inside them that are given, such as HOME, are visible.
   */
  readonly hidden?: readonly string[];
  /**
   * Files and folders of this machine that no command can change if files are confined, even inside the
   * workspace or HOME, and not by renaming a folder above them either. A link can be replaced: name its
   * target and its folder.
   */
  readonly readOnly?: readonly string[];
  /**
   * Paths relative to the workspace that commands may change although the user's own programs run them
   * later, such as `.vscode`. By default they are read-only.
   */
  readonly writable?: readonly string[];
  /** Default: the least that the kind supports. */
  readonly network?: NetworkMode;
  /** Unix sockets of this machine by name. A command reaches each as a port on its loopback. */
  readonly doors?: Readonly<Record<string, string>>;
  readonly limits?: SandboxLimits;
  /** What it is for, shown when sandboxes are listed. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Only for kinds with images. */
  readonly image?: string;
}

export interface SandboxCommand {
  /** A name or a path inside the sandbox. */
  readonly executable: string;
  readonly args: readonly string[];
  /** The whole environment. Nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Default: the workspace. */
  readonly cwd?: string;
  /** Written whole and closed. Without it stdin is empty. */
  readonly stdin?: string | Uint8Array;
  /**
   * Stdin stays open for `input` of the running command. A kind of sandbox whose abilities don't have it
   * gives a command without `input`. Default: false.
   */
  readonly keepsInput?: boolean;
}

/** A running command. Ending it ends every process it started. */
export type SandboxProcess = RunningProcess;

/**
 * A program that connects its stdin and stdout to a door, for clients that can only start programs. The
 * caller adds the last argument: the path inside the sandbox of a file with a `DoorPass` as JSON.
 */
export interface DoorProgram {
  readonly executable: string;
  readonly args: readonly string[];
}

export interface Sandbox {
  readonly id: string;
  readonly kind: string;
  /** Where the workspace, HOME and the doors are for a command. A door is `http://127.0.0.1:<port>`. */
  readonly inside: {
    readonly workspace: string;
    readonly home: string;
    readonly doors: Readonly<Record<string, string>>;
    readonly doorProgram: DoorProgram;
  };
  /** Writes a file. The path is one inside the sandbox, in the workspace or in HOME. */
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  readFile(path: string): Promise<Uint8Array>;
  start(command: SandboxCommand): Promise<SandboxProcess>;
  /** Ends its processes and removes everything except the workspace and HOME. Idempotent. */
  remove(): Promise<void>;
}

/** An existing sandbox, also one of another process. */
export interface FoundSandbox {
  readonly id: string;
  readonly kind: string;
  readonly createdAt: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Whether the process that created it is alive. An owned sandbox must not be removed. */
  readonly owned: boolean;
  /** Its processes, containers, folders and sockets, one line each. */
  readonly remains: readonly string[];
  remove(): Promise<void>;
}

/** One kind of sandbox on this machine. */
export interface SandboxProvider {
  readonly kind: string;
  readonly abilities: SandboxAbilities;
  check(): Promise<SandboxCheck>;
  /**
   * Starts to find out what `create` needs, while the caller does other things. From then on no program
   * in this workspace is run.
   */
  prepare?(workspace: string): void;
  /** Rejects with a `DragomanError`: `sandbox_unavailable`, `sandbox_unsupported`, `workspace_missing`, `workspace_unsuitable`, … */
  create(options: SandboxOptions): Promise<Sandbox>;
  /** All sandboxes of this kind, owned or left over. */
  list(): Promise<readonly FoundSandbox[]>;
}
