import type { AgentCommand, Permission, TurnRequest } from '../agent-command.js';
import { baseEnvironment, TEMPORARY_DIRECTORY } from '../base-environment.js';

const DEFAULT_MODEL = 'anthropic/claude-sonnet-4-5';

const CONFIG_DIRECTORY = '.config/opencode';

/**
 * At every start OpenCode installs its plugin package into its configuration folder, from the npm
 * registry, unless a lock file and a `node_modules` there say that it has been done. Only plugins
 * would need the package.
 */
const PLUGIN_LOCK = `${JSON.stringify({
  packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } },
})}\n`;

/** A tool that is denied isn't offered. One that asks would end a run without a person, quietly. */
const PERMISSIONS: Readonly<Record<Permission, Readonly<Record<string, string>>>> = {
  default: { bash: 'deny', edit: 'deny', webfetch: 'deny', external_directory: 'deny' },
  bypass: { bash: 'allow', edit: 'allow', webfetch: 'allow', external_directory: 'allow' },
};

/** `opencode run --format json` with the prompt on stdin. */
export function opencodeCommand(request: TurnRequest): AgentCommand {
  const model = request.model ?? DEFAULT_MODEL;
  return {
    // A session with a title of its own doesn't ask the model for one.
    args: ['run', '--format', 'json', '--thinking', '--model', model, '--title', 'Dragoman'],
    env: {
      ...baseEnvironment(request),
      ANTHROPIC_API_KEY: request.endpoint.token,
      OPENCODE_CONFIG_CONTENT: JSON.stringify(configuration(request, model)),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_CLAUDE_CODE: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_SHARE: '1',
    },
    stdin: request.prompt,
    files: { [`${CONFIG_DIRECTORY}/package-lock.json`]: PLUGIN_LOCK },
    directories: [`${CONFIG_DIRECTORY}/node_modules`, TEMPORARY_DIRECTORY],
  };
}

/** The gateway speaks for one provider; all others are out of reach, so they are switched off. */
function configuration(request: TurnRequest, model: string) {
  return {
    model,
    small_model: model,
    enabled_providers: ['anthropic'],
    provider: { anthropic: { options: { baseURL: `${request.endpoint.url}/v1` } } },
    permission: PERMISSIONS[request.permission ?? 'default'],
    autoupdate: false,
    share: 'disabled',
  };
}
