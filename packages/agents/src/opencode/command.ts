import type { AgentCommand, TurnRequest } from '../agent-command.js';
import { baseEnvironment, TEMPORARY_DIRECTORY } from '../base-environment.js';
import { checkRequest, sessionToContinue } from '../check-request.js';
import { compareVersions, isSupported } from '../version-support.js';
import { opencodeAbilities } from './abilities.js';
import { mcpServers } from './command/mcp.js';
import { type OpencodeProvider, providerOf } from './command/provider.js';

const DEFAULT_MODEL = 'anthropic/claude-sonnet-4-5';

const SESSION_ID = /^ses_\w+$/;

const CONFIG_DIRECTORY = '.config/opencode';

/**
 * At every start OpenCode installs its plugin package into its configuration folder, from the npm
 * registry, unless a lock file and a `node_modules` there say that it has been done. Only plugins
 * would need the package.
 */
const PLUGIN_LOCK = `${JSON.stringify({
  packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } },
})}\n`;

/** Switches off what OpenCode does without being asked. */
const QUIET = {
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_CLAUDE_CODE: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_SHARE: '1',
};

/**
 * `opencode run --format json` with the prompt on stdin. `--format` comes last, so that an option
 * which takes any number of values ends there.
 */
export function opencodeCommand(request: TurnRequest): AgentCommand {
  checkRequest('opencode', opencodeAbilities, request);
  const { model = DEFAULT_MODEL, permission, reasoningEffort } = request;
  const provider = providerOf(request, model);
  const start = startFolder(request);
  return {
    args: [
      'run',
      ...thinkingArguments(request),
      ...['--model', model],
      ...(permission === 'plan' ? ['--agent', 'plan'] : []),
      ...(reasoningEffort === undefined ? [] : ['--variant', reasoningEffort]),
      ...sessionArguments(request),
      ...(request.images ?? []).map((path) => `--file=${start.pathOf(path)}`),
      ...(request.extraArgs ?? []),
      ...['--format', 'json'],
    ],
    env: {
      ...baseEnvironment(request, provider.baseUrl ?? ''),
      ...(request.ephemeral === true && { OPENCODE_DB: ':memory:' }),
      // In the environment: its keys belong in no file, and all users can see arguments.
      OPENCODE_CONFIG_CONTENT: configurationText({
        ...configuration(provider, model),
        ...mcpServers(request),
      }),
      ...QUIET,
      ...start.env,
    },
    ...(start.cwd !== undefined && { cwd: start.cwd }),
    stdin: request.prompt,
    files: { [`${CONFIG_DIRECTORY}/package-lock.json`]: PLUGIN_LOCK },
    directories: [`${CONFIG_DIRECTORY}/node_modules`, TEMPORARY_DIRECTORY],
  };
}

/** The endpoint speaks for one provider; all others are out of reach, so they are switched off. */
function configuration({ name, key, baseUrl }: OpencodeProvider, model: string) {
  const options = { apiKey: key, ...(baseUrl && { baseURL: baseUrl }) };
  return {
    model,
    small_model: model,
    enabled_providers: [name],
    provider: { [name]: { options } },
    autoupdate: false,
    share: 'disabled',
  };
}

function thinkingArguments({ version }: TurnRequest): string[] {
  return isSupported(opencodeAbilities.reasoning, version) ? ['--thinking'] : [];
}

/** A new session that has a title doesn't ask the model for one. */
function sessionArguments(request: TurnRequest): string[] {
  const session = sessionToContinue('opencode', request, SESSION_ID);
  if (session === undefined) return ['--title', 'Dragoman'];
  return ['--session', session.id, ...(session.how === 'fork' ? ['--fork'] : [])];
}

/**
 * A configuration as JSON in which OpenCode replaces nothing. Newer versions replace `{env:` and
 * `{file:` in the text before they parse it; JSON can escape the brace.
 */
export function configurationText(configuration: object): string {
  return JSON.stringify(configuration).replaceAll(/\{(?=env:|file:)/g, '\\u007b');
}

interface StartFolder {
  /** Absent: the workspace. */
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  /** A path relative to the workspace, as OpenCode needs it in the folder where it starts. */
  readonly pathOf: (path: string) => string;
}

/** The first version that works in the folder that `PWD` names, wherever it is started. */
export const followsPwdSince = '1.18.33';

/**
 * OpenCode is a program of Bun, and Bun follows the path mappings of the `tsconfig.json` it finds from
 * its current folder on, for the program's own imports: it must not be started in the workspace.
 */
function startFolder({ projectSettings, cwd, home, version }: TurnRequest): StartFolder {
  if (projectSettings !== 'ignore' || compareVersions(version, followsPwdSince) < 0) {
    return { env: {}, pathOf: (path) => path };
  }
  return {
    cwd: home,
    env: { PWD: cwd },
    pathOf: (path) => (path.startsWith('/') ? path : `${cwd}/${path}`),
  };
}
