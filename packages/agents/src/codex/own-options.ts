import type { OwnOptions } from '../agent-arguments.js';

const POSTURE = {
  sandbox_mode: '--permission',
  sandbox_workspace_write: '--permission',
  sandbox_permissions: '--permission',
  default_permissions: '--permission',
  permissions: '--permission',
  approval_policy: '--permission',
  profile: '',
  profiles: '',
  projects: '--trust-project',
  mcp_servers: '--mcp',
  model: '--model',
  model_reasoning_effort: '--effort',
  model_provider: '--base-url',
  model_providers: '--base-url',
  openai_base_url: '--base-url',
  chatgpt_base_url: '--base-url',
};

const settings = (option: string) =>
  Object.entries(POSTURE).map(([key, instead]) => [`${option} ${key}`, instead] as const);

/** What Dragoman decides for `codex exec`. */
export const codexOwnOptions: OwnOptions = {
  '--sandbox': '--permission',
  '-s': '--permission',
  '--ask-for-approval': '--permission',
  '-a': '--permission',
  '--approve-for-me': '--permission',
  '--full-auto': '--permission',
  '--yolo': '--permission bypass',
  '--dangerously-bypass-approvals-and-sandbox': '--permission bypass',
  '--dangerously-bypass-hook-trust': '--trust-project',
  // A profile is a file in a HOME that the agent may have written.
  '--profile': '',
  '-p': '',
  '--cd': '--cwd',
  '-C': '--cwd',
  '--worktree': '--cwd',
  '--model': '--model',
  '-m': '--model',
  '--oss': '--base-url',
  '--local-provider': '--base-url',
  '--image': '--image',
  '-i': '--image',
  '--output-schema': '--output-schema',
  '--json': '--json',
  '--experimental-json': '--json',
  '--ephemeral': '',
  '--skip-git-repo-check': '',
  ...Object.fromEntries([...settings('--config'), ...settings('-c')]),
};
