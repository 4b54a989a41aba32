import type { AgentCommand, ModelEndpoint, Permission, TurnRequest } from '../agent-command.js';
import { baseEnvironment, TEMPORARY_DIRECTORY } from '../base-environment.js';
import { checkPrompt } from '../check-prompt.js';
import { gatewayOf, postureFor, refuseOptions } from '../unsupported-option.js';

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

type ToolPermissions = Readonly<Record<string, string>>;

/** A tool that is denied isn't offered. One that asks would end a run without a person, quietly. */
const PERMISSIONS: Readonly<Partial<Record<Permission, ToolPermissions>>> = {
  default: { bash: 'deny', edit: 'deny', webfetch: 'deny', external_directory: 'deny' },
  bypass: { bash: 'allow', edit: 'allow', webfetch: 'allow', external_directory: 'allow' },
};

/** `opencode run --format json` with the prompt on stdin. */
export function opencodeCommand(request: TurnRequest): AgentCommand {
  const agent = { name: 'opencode', version: request.version } as const;
  checkPrompt(agent, request);
  refuseOptions(agent, request);
  const endpoint = gatewayOf(agent, request);
  const permission = postureFor(agent, request, PERMISSIONS);
  const model = request.model ?? DEFAULT_MODEL;
  return {
    // A session with a title of its own doesn't ask the model for one.
    args: ['run', '--format', 'json', '--thinking', '--model', model, '--title', 'Dragoman'],
    env: {
      ...baseEnvironment(request, endpoint.url),
      ANTHROPIC_API_KEY: endpoint.token,
      OPENCODE_CONFIG_CONTENT: JSON.stringify(configuration(endpoint, model, permission)),
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
function configuration(endpoint: ModelEndpoint, model: string, permission: ToolPermissions) {
  return {
    model,
    small_model: model,
    enabled_providers: ['anthropic'],
    provider: { anthropic: { options: { baseURL: `${endpoint.url}/v1` } } },
    permission,
    autoupdate: false,
    share: 'disabled',
  };
}
