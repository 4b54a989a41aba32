import type { AgentCommand, TurnRequest } from '../agent-command.js';
import { baseEnvironment, TEMPORARY_DIRECTORY } from '../base-environment.js';
import { checkPrompt } from '../check-prompt.js';
import { refuseForeignOptions } from '../unsupported-option.js';
import { checkPromptLength } from './command/check-prompt-length.js';
import { requireCodexSupport } from './command/codex-support.js';
import { imageArguments } from './command/image-arguments.js';
import { mcpConfiguration } from './command/mcp-settings.js';
import { postureArguments } from './command/posture.js';
import { projectTrust } from './command/project-settings.js';
import { codexAccess, providerSettings } from './command/provider-settings.js';
import { reasoningSettings } from './command/reasoning-settings.js';
import { schemaFile } from './command/schema-file.js';
import { sessionArguments } from './command/session-arguments.js';
import { type Settings, settingArguments } from './command/settings.js';

/** What Codex would do by itself. Versions that don't know a setting pass it over. */
const QUIET: Settings = [
  ['check_for_update_on_startup', false],
  ['analytics.enabled', false],
  ['otel.metrics_exporter', 'none'],
  // At the start 0.166 fetches plugin lists from github.com and chatgpt.com.
  ['features.plugins', false],
];

/**
 * `codex exec --json` with the prompt on stdin. All options stand before a subcommand, and `--json`
 * after them, so that an option which takes any number of values ends there.
 */
export function codexCommand(request: TurnRequest): AgentCommand {
  const agent = { name: 'codex', version: request.version } as const;
  checkPrompt(agent, request);
  refuseForeignOptions(agent, request);
  checkPromptLength(request);
  const access = codexAccess(request.endpoint);
  const schema = schemaFile(request);
  const mcp = mcpConfiguration(request);
  const settings: Settings = [
    ...providerSettings(access, request),
    ...QUIET,
    ...reasoningSettings(request),
    ...mcp.settings,
    ...projectTrust(request),
    ...Object.entries(request.codex?.settings ?? {}),
  ];
  return {
    args: [
      'exec',
      '--skip-git-repo-check',
      ...['--cd', request.cwd],
      ...postureArguments(request),
      ...modelArguments(request),
      ...ephemeralArguments(request),
      ...schema.args,
      ...imageArguments(request),
      ...settingArguments(settings),
      ...(request.extraArgs ?? []),
      '--json',
      ...sessionArguments(request),
      '-',
    ],
    env: {
      ...baseEnvironment(request, access.baseUrl),
      CODEX_HOME: `${request.home}/.codex`,
      [access.variable]: access.key,
      ...mcp.env,
    },
    stdin: request.prompt,
    files: schema.files,
    // Codex doesn't make its own home.
    directories: ['.codex', TEMPORARY_DIRECTORY],
  };
}

function modelArguments({ model }: TurnRequest): string[] {
  return model === undefined ? [] : ['--model', model];
}

function ephemeralArguments({ ephemeral, version }: TurnRequest): string[] {
  if (ephemeral !== true) return [];
  requireCodexSupport('ephemeral', version);
  return ['--ephemeral'];
}
