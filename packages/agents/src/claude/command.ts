import type { AgentCommand, Permission, TurnRequest } from '../agent-command.js';
import { baseEnvironment, TEMPORARY_DIRECTORY } from '../base-environment.js';
import { checkPrompt } from '../check-prompt.js';
import { gatewayOf, postureFor, refuseOptions } from '../unsupported-option.js';

interface Posture {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const POSTURES: Readonly<Partial<Record<Permission, Posture>>> = {
  default: { args: ['--permission-mode', 'default'], env: {} },
  // As root Claude Code refuses to bypass permissions unless it is told that it is contained.
  bypass: { args: ['--permission-mode', 'bypassPermissions'], env: { IS_SANDBOX: '1' } },
};

/** `claude -p` that streams JSON lines, with the prompt on stdin. */
export function claudeCommand(request: TurnRequest): AgentCommand {
  const agent = { name: 'claude', version: request.version } as const;
  checkPrompt(agent, request);
  refuseOptions(agent, request);
  const endpoint = gatewayOf(agent, request);
  const posture = postureFor(agent, request, POSTURES);
  const model = request.model === undefined ? [] : ['--model', request.model];
  return {
    // stream-json is refused without --verbose.
    args: ['-p', '--output-format', 'stream-json', '--verbose', ...posture.args, ...model],
    env: {
      ...baseEnvironment(request, endpoint.url),
      ...posture.env,
      ANTHROPIC_API_KEY: endpoint.token,
      ANTHROPIC_BASE_URL: endpoint.url,
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
