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
  readonly trustProject?: boolean;
  readonly cwd?: string;
  readonly yesMyHome?: boolean;
  /** From the workspace. */
  readonly writable?: readonly string[];
  readonly resume?: string;
  /** In milliseconds, as `idleTimeout`. */
  readonly timeout?: number;
  readonly idleTimeout?: number;
  readonly allowWebSearch?: boolean;
  readonly budgetTokens?: number;
  readonly budgetRequests?: number;
  readonly baseUrl?: string;
  readonly script?: string;
  readonly replay?: string;
  readonly record?: string;
  readonly full?: boolean;
  readonly json?: boolean;
}
