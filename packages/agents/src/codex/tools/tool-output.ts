import type { OutputBlock } from '@dragoman/protocol';

/** What a saved output says, without the headers Codex puts around it. */
export interface ToolOutput {
  readonly output?: string | OutputBlock[];
  readonly exitCode?: number;
  readonly failed: boolean;
  readonly error?: { readonly message: string; readonly type?: string };
  readonly durationMs?: number;
  /** True when Codex cut the output. */
  readonly truncated?: boolean;
  /** The command still runs under this id; a later `write_stdin` output tells its end. */
  readonly runningSession?: number;
}
