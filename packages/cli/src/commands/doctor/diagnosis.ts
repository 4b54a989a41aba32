import type { AgentName } from '@dragoman/agents';
import type { FolderSize, Leftover } from '@dragoman/runtime';
import type { SandboxCheck, SandboxKind } from '@dragoman/sandbox';

/** A program that Dragoman uses. */
export interface FoundProgram {
  readonly name: string;
  /** Undefined where it is not there. */
  readonly version: string | undefined;
  /** What it is needed for. */
  readonly use: string;
  /** Why one that is there is not run. */
  readonly problem?: string;
}

export interface DiagnosedAgent {
  readonly name: AgentName;
  readonly defaultVersion: string;
  /** All versions that are installed. */
  readonly installed: readonly string[];
  /** Why a version that is there is not run: one sentence each. */
  readonly changed: readonly string[];
  /** The variables that may hold its key, and those of them that do. Never a value. */
  readonly keyVariables: readonly string[];
  readonly keysSet: readonly string[];
}

export interface DiagnosedSandbox {
  readonly kind: SandboxKind;
  readonly confinesFiles: boolean;
  /** Whether it is the one that is used when nobody asks for another. */
  readonly isDefault: boolean;
  readonly check: SandboxCheck;
}

export interface DiagnosedFolder extends FolderSize {
  readonly name: string;
  readonly path: string;
  /** The variable that names another. */
  readonly variable: string;
  /** Why nothing can be written to it. */
  readonly problem: string | undefined;
}

/** All that `dragoman doctor` finds. */
export interface Diagnosis {
  readonly version: string;
  readonly node: string;
  readonly programs: readonly FoundProgram[];
  readonly agents: readonly DiagnosedAgent[];
  readonly sandboxes: readonly DiagnosedSandbox[];
  readonly folders: readonly DiagnosedFolder[];
  /** Turns that are running now, in whichever process. Undefined where that can't be told. */
  readonly running: number | undefined;
  readonly leftovers: readonly Leftover[];
  /** Why turns, and what was left behind, can't be told. */
  readonly turnsProblem: string | undefined;
  /** Whether some agent could run here, with something to confine it. */
  readonly usable: boolean;
}
