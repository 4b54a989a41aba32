import type { AgentCommand, Permission, TurnRequest } from '../agent-command.js';
import { baseEnvironment, TEMPORARY_DIRECTORY } from '../base-environment.js';

interface Posture {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const POSTURES: Readonly<Record<Permission, Posture>> = {
  default: { args: ['--permission-mode', 'default'], env: {} },
  // As root Claude Code refuses to bypass permissions unless it is told that it is contained.
  bypass: { args: ['--permission-mode', 'bypassPermissions'], env: { IS_SANDBOX: '1' } },
};

/** `claude -p` that streams JSON lines, with the prompt on stdin. */
export function claudeCommand(request: TurnRequest): AgentCommand {
  const posture = POSTURES[request.permission ?? 'default'];
  const model = request.model === undefined ? [] : ['--model', request.model];
  return {
    // stream-json is refused without --verbose.
    args: ['-p', '--output-format', 'stream-json', '--verbose', ...posture.args, ...model],
    env: {
      ...baseEnvironment(request),
      ...posture.env,
      ANTHROPIC_API_KEY: request.endpoint.token,
      ANTHROPIC_BASE_URL: request.endpoint.url,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_TELEMETRY: '1',
    },
    stdin: request.prompt,
    files: {},
    directories: [TEMPORARY_DIRECTORY],
  };
}
