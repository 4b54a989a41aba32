import type { AgentCommand, Permission, TurnRequest } from '../agent-command.js';
import { baseEnvironment, TEMPORARY_DIRECTORY } from '../base-environment.js';
import { tomlString } from './toml-string.js';

/** The variable that carries the turn's token. Codex is told its name, not its value. */
const TOKEN_VARIABLE = 'DRAGOMAN_TURN_TOKEN';

const POSTURES: Readonly<Record<Permission, readonly string[]>> = {
  default: ['--sandbox', 'read-only'],
  bypass: ['--dangerously-bypass-approvals-and-sandbox'],
};

/**
 * `codex exec --json` with the prompt on stdin.
 *
 * The model is reached through a provider of our own: it is the one way that takes a key and an
 * address in every version, and the built-in provider tries a WebSocket first.
 */
export function codexCommand(request: TurnRequest): AgentCommand {
  const model = request.model === undefined ? [] : ['--model', request.model];
  return {
    args: [
      'exec',
      '--json',
      '--skip-git-repo-check',
      ...POSTURES[request.permission ?? 'default'],
      ...model,
      ...settings(request).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      '-',
    ],
    env: {
      ...baseEnvironment(request),
      CODEX_HOME: `${request.home}/.codex`,
      [TOKEN_VARIABLE]: request.endpoint.token,
    },
    stdin: request.prompt,
    files: {},
    // Codex doesn't make its own home.
    directories: ['.codex', TEMPORARY_DIRECTORY],
  };
}

/** Settings as dotted key and TOML value. Versions that don't know one pass it over. */
function settings(request: TurnRequest): readonly (readonly [key: string, value: string])[] {
  const provider = 'model_providers.dragoman';
  return [
    ['model_provider', tomlString('dragoman')],
    [`${provider}.name`, tomlString('Dragoman')],
    [`${provider}.base_url`, tomlString(`${request.endpoint.url}/v1`)],
    [`${provider}.wire_api`, tomlString('responses')],
    [`${provider}.env_key`, tomlString(TOKEN_VARIABLE)],
    ['check_for_update_on_startup', 'false'],
    ['analytics.enabled', 'false'],
    ['otel.metrics_exporter', tomlString('none')],
    // At the start 0.166 fetches plugin lists from github.com and chatgpt.com.
    ['features.plugins', 'false'],
  ];
}
