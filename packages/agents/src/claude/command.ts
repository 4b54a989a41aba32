import type { AgentCommand, TurnRequest } from '../agent-command.js';
import { TEMPORARY_DIRECTORY } from '../base-environment.js';
import { checkPrompt } from '../check-prompt.js';
import { retriesOf } from '../retries.js';
import { refuseForeignOptions } from '../unsupported-option.js';
import { isSupported, requireSupport } from '../version-support.js';
import { claudeAbilities } from './abilities.js';
import { addressArguments, claudeAccess } from './command/access.js';
import { claudeEnvironment } from './command/environment.js';
import { mcpFile } from './command/mcp-file.js';
import { claudePosture } from './command/posture.js';
import { projectArguments } from './command/project-arguments.js';
import { claudeReasoning } from './command/reasoning.js';
import { sessionArguments } from './command/session-arguments.js';
import { claudeInput } from './command/stdin.js';

/** What Claude Code would do by itself. */
const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_TELEMETRY: '1',
};

/**
 * `claude -p` that streams JSON lines, with the prompt on stdin. It ends with an option that takes
 * no value, so that one of the caller's which takes any number of them ends there.
 */
export function claudeCommand(request: TurnRequest): AgentCommand {
  const agent = { name: 'claude', version: request.version } as const;
  requireSupport(agent, claudeAbilities, 'streaming');
  checkPrompt(agent, request);
  refuseForeignOptions(agent, request);
  requireSupport(agent, claudeAbilities, `permission ${request.permission ?? 'default'}`);
  const access = claudeAccess(request.endpoint);
  const input = claudeInput(request);
  const posture = claudePosture(request);
  const reasoning = claudeReasoning(request);
  const mcp = mcpFile(request);
  const project = projectArguments(request);
  const retries = retriesOf(agent, claudeAbilities, request);
  return {
    args: [
      '-p',
      ...['--output-format', 'stream-json'],
      ...addressArguments(access, request.version),
      ...project.args,
      ...input.args,
      ...deltaArguments(request),
      ...posture.args,
      ...(request.model === undefined ? [] : ['--model', request.model]),
      ...sessionArguments(request),
      ...schemaArguments(request),
      ...reasoning.args,
      ...mcp.args,
      ...(request.extraArgs ?? []),
      // stream-json is refused without it.
      '--verbose',
    ],
    env: {
      ...claudeEnvironment(request, access.baseUrl),
      ...posture.env,
      ...reasoning.env,
      ...mcp.env,
      ...project.env,
      ...(retries !== undefined && { CLAUDE_CODE_MAX_RETRIES: String(retries) }),
      ANTHROPIC_API_KEY: access.key,
      ANTHROPIC_BASE_URL: access.baseUrl,
      ...QUIET,
    },
    stdin: input.stdin,
    files: { ...mcp.files, ...project.files },
    directories: [TEMPORARY_DIRECTORY],
  };
}

function deltaArguments({ claude, version }: TurnRequest): string[] {
  const asked = claude?.partialMessages;
  if (asked === true) requireSupport({ name: 'claude', version }, claudeAbilities, 'deltas');
  const isOn = asked ?? isSupported(claudeAbilities.deltas, version);
  return isOn ? ['--include-partial-messages'] : [];
}

function schemaArguments({ outputSchema, version }: TurnRequest): string[] {
  if (outputSchema === undefined) return [];
  requireSupport({ name: 'claude', version }, claudeAbilities, 'outputSchema');
  return ['--json-schema', JSON.stringify(outputSchema)];
}
