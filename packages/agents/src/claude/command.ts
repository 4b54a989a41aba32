import type { AgentCommand, CommandPart, Permission, TurnRequest } from '../agent-command.js';
import { baseEnvironment, TEMPORARY_DIRECTORY } from '../base-environment.js';
import { checkRequest, sessionToContinue } from '../check-request.js';
import { type ModelAccess, unversionedAccess } from '../model-access.js';
import { compareVersions, isSupported, requireSupport } from '../version-support.js';
import { claudeAbilities } from './abilities.js';
import { mcpServers } from './command/mcp.js';
import { projectArguments } from './command/project-arguments.js';
import { claudeInput } from './command/stdin.js';
import { claudeKeys } from './keys.js';

/** Turns off what Claude Code does unasked. */
const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_TELEMETRY: '1',
};

/** Before, everything went through a proxy, requests to loopback too. */
const EXEMPTS_HOSTS_SINCE = '1.0.93';

/**
 * `claude -p` that streams JSON lines, with the prompt on stdin. It ends with an option that takes
 * no value, so that one of the caller's which takes any number of them ends there.
 */
export function claudeCommand(request: TurnRequest): AgentCommand {
  checkRequest('claude', claudeAbilities, request);
  const access = unversionedAccess(request.endpoint, claudeKeys, 'v1');
  const input = claudeInput(request);
  const posture = claudePosture(request);
  const reasoning = claudeReasoning(request);
  const mcp = mcpServers(request);
  const project = projectArguments(request);
  const { model, outputSchema, maxTurns, retries } = request;
  return {
    args: [
      '-p',
      ...['--output-format', 'stream-json'],
      ...addressArguments(access, request.version),
      ...project.args,
      ...input.args,
      ...deltaArguments(request),
      ...posture.args,
      ...(model === undefined ? [] : ['--model', model]),
      ...sessionArguments(request),
      ...(outputSchema === undefined ? [] : ['--json-schema', JSON.stringify(outputSchema)]),
      ...(maxTurns === undefined ? [] : ['--max-turns', String(maxTurns)]),
      ...reasoning.args,
      ...mcp.args,
      ...(request.extraArgs ?? []),
      // stream-json is refused without it.
      '--verbose',
    ],
    env: {
      ...baseEnvironment(request, access.baseUrl, EXEMPTS_HOSTS_SINCE),
      ...posture.env,
      ...reasoning.env,
      ...mcp.env,
      ...project.env,
      ...(retries !== undefined && { CLAUDE_CODE_MAX_RETRIES: String(retries) }),
      [keyVariable(request)]: access.key,
      ANTHROPIC_BASE_URL: access.baseUrl,
      ...QUIET,
    },
    stdin: input.stdin,
    files: { ...mcp.files, ...project.files },
    directories: [TEMPORARY_DIRECTORY],
  };
}

/** With a login Claude Code asks as a subscriber, which it doesn't with a key. */
function keyVariable({ endpoint }: TurnRequest): string {
  const isLogin = 'token' in endpoint && endpoint.login === true;
  return isLogin ? 'CLAUDE_CODE_OAUTH_TOKEN' : 'ANTHROPIC_API_KEY';
}

function deltaArguments({ claude, version }: TurnRequest): string[] {
  const asked = claude?.partialMessages;
  if (asked === true) requireSupport({ name: 'claude', version }, claudeAbilities, 'deltas');
  const isOn = asked ?? isSupported(claudeAbilities.deltas, version);
  return isOn ? ['--include-partial-messages'] : [];
}

const MODES: Readonly<Record<Permission, string>> = {
  default: 'default',
  plan: 'plan',
  acceptEdits: 'acceptEdits',
  bypass: 'bypassPermissions',
};

/**
 * What Claude Code may do. As root it refuses to bypass permissions unless a variable says that
 * it runs in a sandbox.
 */
function claudePosture({ permission = 'default' }: TurnRequest): Omit<CommandPart, 'files'> {
  return {
    args: ['--permission-mode', MODES[permission]],
    env: permission === 'bypass' ? { IS_SANDBOX: '1' } : {},
  };
}

/** How hard the model thinks. Claude Code has no effort for not at all, but a budget of 0. */
function claudeReasoning({ reasoningEffort }: TurnRequest): Omit<CommandPart, 'files'> {
  if (reasoningEffort === undefined) return { args: [], env: {} };
  return reasoningEffort === 'none'
    ? { args: [], env: { MAX_THINKING_TOKENS: '0' } }
    : { args: ['--effort', reasoningEffort], env: {} };
}

const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Before, every resume made another session, with the history of the first. */
const FORKS_BY_NAME = '1.0.119';

/** The first that goes on in the same session when it resumes one. */
const RESUMES_IN_PLACE = '1.0.124';

export function resumesSameSession(version: string): boolean {
  return compareVersions(version, RESUMES_IN_PLACE) >= 0;
}

/** Which session the turn continues, and whether it leaves one. */
function sessionArguments(request: TurnRequest): string[] {
  const args: string[] = [];
  const session = sessionToContinue('claude', request, SESSION_ID);
  if (session !== undefined) args.push('--resume', session.id);
  if (session?.how === 'fork' && compareVersions(request.version, FORKS_BY_NAME) >= 0) {
    args.push('--fork-session');
  }
  if (request.ephemeral === true) args.push('--no-session-persistence');
  return args;
}

/** The first that takes `--settings` as JSON. */
const PINNED_SINCE = '1.0.69';

/**
 * The address once more, as a setting: a workspace can bring settings with variables, which count
 * more than the environment, and so lead the key elsewhere.
 */
function addressArguments({ baseUrl }: ModelAccess, version: string): string[] {
  if (compareVersions(version, PINNED_SINCE) < 0) return [];
  return ['--settings', JSON.stringify({ env: { ANTHROPIC_BASE_URL: baseUrl } })];
}
