import type { Permission } from '@dragoman/agents';
import type { AgentSource } from '@dragoman/runtime';
import type { NetworkMode, SandboxKind } from '@dragoman/sandbox';

/** What `dragoman exec` was asked, beside the prompt. */
export interface ExecOptions {
  readonly agent?: string;
  readonly model?: string;
  readonly sandbox?: SandboxKind;
  readonly image?: string;
  readonly agentFrom?: AgentSource;
  readonly network?: NetworkMode;
  readonly permission?: Permission;
  readonly cwd?: string;
  readonly resume?: string;
  /** In milliseconds, as `idleTimeout`. */
  readonly timeout?: number;
  readonly idleTimeout?: number;
  readonly baseUrl?: string;
  readonly script?: string;
  readonly replay?: string;
  readonly record?: string;
  readonly full?: boolean;
  readonly json?: boolean;
}
