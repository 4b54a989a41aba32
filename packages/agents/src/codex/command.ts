import type { AgentCommand, TurnRequest } from '../agent-command.js';
import { baseEnvironment, TEMPORARY_DIRECTORY } from '../base-environment.js';
import { checkRequest } from '../check-request.js';
import { codexAbilities } from './abilities.js';
import {
  checkPromptLength,
  imageArguments,
  postureArguments,
  schemaFile,
  sessionArguments,
} from './command/arguments.js';
import { mcpServers } from './command/mcp.js';
import {
  codexAccess,
  providerSettings,
  type Settings,
  settingArguments,
} from './command/settings.js';

/** Turns off what Codex does unasked. Versions that don't know a setting ignore it. */
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
  checkRequest('codex', codexAbilities, request);
  checkPromptLength(request);
  const access = codexAccess(request.endpoint);
  const schema = schemaFile(request);
  const mcp = mcpServers(request);
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
      ...(request.model === undefined ? [] : ['--model', request.model]),
      ...(request.ephemeral === true ? ['--ephemeral'] : []),
      ...schema.args,
      ...imageArguments(request),
      ...settingArguments(settings),
      ...jsonArguments(request.extraArgs ?? []),
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

/** What `--json` was called in 0.42, whose `--json` is another format. Codex doesn't take both. */
const EXPERIMENTAL_JSON = '--experimental-json';

/** The arguments of the caller, and the option for JSON behind them. */
function jsonArguments(extra: readonly string[]): string[] {
  if (!extra.includes(EXPERIMENTAL_JSON)) return [...extra, '--json'];
  return [...extra.filter((argument) => argument !== EXPERIMENTAL_JSON), EXPERIMENTAL_JSON];
}

/** How hard the model thinks and how much of it is shown. */
function reasoningSettings({ reasoningEffort, codex }: TurnRequest): Settings {
  return [
    ...setting('model_reasoning_effort', reasoningEffort),
    ...setting('model_reasoning_summary', codex?.reasoningSummary),
  ];
}

function setting(key: string, value: string | undefined): Settings {
  return value === undefined ? [] : [[key, value]];
}

/**
 * A project's settings count where it is trusted. A project of which nothing is said is treated like
 * an untrusted one, but for its `AGENTS.md`, which Codex doesn't read in an untrusted one (0.166).
 */
function projectTrust({ projectSettings, cwd }: TurnRequest): Settings {
  return projectSettings === 'trust' ? [['projects', { [cwd]: { trust_level: 'trusted' } }]] : [];
}
