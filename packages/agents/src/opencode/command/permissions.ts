import type { Permission } from '../../agent-command.js';

type Verdict = 'allow' | 'deny';

/** By OpenCode's names for tools; of two that fit, the later counts. */
export type ToolPermissions = Readonly<Record<string, Verdict | Readonly<Record<string, Verdict>>>>;

/**
 * A tool that is denied isn't offered. One that asks, as OpenCode would have it for some, ends a turn
 * without a person, quietly. Tools of MCP servers fall under `*`.
 */
const READING: ToolPermissions = {
  '*': 'deny',
  read: { '*': 'allow', '*.env': 'deny', '*.env.*': 'deny', '*.env.example': 'allow' },
  glob: 'allow',
  grep: 'allow',
  list: 'allow',
  lsp: 'allow',
  skill: 'allow',
  task: 'allow',
  todoread: 'allow',
  todowrite: 'allow',
  bash: 'deny',
  edit: 'deny',
  webfetch: 'deny',
  external_directory: 'deny',
  doom_loop: 'deny',
};

const EVERYTHING: ToolPermissions = {
  '*': 'allow',
  read: 'allow',
  bash: 'allow',
  edit: 'allow',
  webfetch: 'allow',
  external_directory: 'allow',
  doom_loop: 'allow',
};

/** `plan` is an agent of OpenCode's own; it may do no more than read in `default`, either. */
export const toolPermissions: Readonly<Record<Permission, ToolPermissions>> = {
  default: READING,
  plan: READING,
  acceptEdits: { ...READING, edit: 'allow' },
  bypass: EVERYTHING,
};
