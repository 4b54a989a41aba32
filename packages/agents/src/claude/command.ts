import type { AgentCommand, Permission, TurnRequest } from '../agent-command.js';
import {
  baseEnvironment,
  environmentWithoutExceptions,
  TEMPORARY_DIRECTORY,
} from '../base-environment.js';
import {
  checkPrompt,
  refuseForeignOptions,
  retriesOf,
  sessionToContinue,
} from '../check-request.js';
import { type AgentKeys, withoutVersion } from '../model-access.js';
import { compareVersions, isSupported, requireSupport } from '../version-support.js';
import { claudeAbilities } from './abilities.js';
import { mcpFile } from './command/mcp-file.js';
import { projectArguments } from './command/project-arguments.js';
import { claudeInput } from './command/stdin.js';

export const claudeKeys: AgentKeys = {
  keyVariables: ['ANTHROPIC_API_KEY'],
  urlVariables: ['ANTHROPIC_BASE_URL'],
  providerUrl: 'https://api.anthropic.com',
};

/** A part of the command line, and of the environment. */
interface Settings {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Turns off what Claude Code does unasked. */
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

/** Before, everything went through a proxy, requests to loopback too. */
const EXEMPTS_HOSTS_SINCE = '1.0.93';

/** The environment that every agent has, as far as the version can live with it. */
function claudeEnvironment(request: TurnRequest, baseUrl: string): Record<string, string> {
  return compareVersions(request.version, EXEMPTS_HOSTS_SINCE) < 0
    ? environmentWithoutExceptions(request, baseUrl)
    : baseEnvironment(request, baseUrl);
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
function claudePosture({ permission = 'default' }: TurnRequest): Settings {
  return {
    args: ['--permission-mode', MODES[permission]],
    env: permission === 'bypass' ? { IS_SANDBOX: '1' } : {},
  };
}

/** How hard the model thinks. Claude Code has no effort for not at all, but a budget of 0. */
function claudeReasoning({ reasoningEffort, version }: TurnRequest): Settings {
  if (reasoningEffort === undefined) return { args: [], env: {} };
  const agent = { name: 'claude', version } as const;
  requireSupport(agent, claudeAbilities, `reasoningEffort ${reasoningEffort}`);
  return reasoningEffort === 'none'
    ? { args: [], env: { MAX_THINKING_TOKENS: '0' } }
    : { args: ['--effort', reasoningEffort], env: {} };
}

const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Before, every resume made another session, with the history of the first. */
const FORKS_BY_NAME = '1.0.119';

/** Whether a resume goes on in the same session. In 1.0.119 it still makes another. */
export function resumesSameSession(version: string): boolean {
  return compareVersions(version, FORKS_BY_NAME) > 0;
}

/** Which session the turn continues, and whether it leaves one. */
function sessionArguments(request: TurnRequest): string[] {
  const agent = { name: 'claude', version: request.version } as const;
  const args: string[] = [];
  const session = sessionToContinue(agent, claudeAbilities, request, SESSION_ID);
  if (session !== undefined) args.push('--resume', session.id);
  if (session?.how === 'fork' && compareVersions(request.version, FORKS_BY_NAME) >= 0) {
    args.push('--fork-session');
  }
  if (request.ephemeral === true) {
    requireSupport(agent, claudeAbilities, 'ephemeral');
    args.push('--no-session-persistence');
  }
  return args;
}

interface ClaudeAccess {
  readonly baseUrl: string;
  readonly key: string;
}

/** How a request reaches its model. Claude Code adds `/v1/messages`. */
function claudeAccess(endpoint: TurnRequest['endpoint']): ClaudeAccess {
  if ('token' in endpoint) return { baseUrl: endpoint.url, key: endpoint.token };
  return {
    baseUrl: withoutVersion(endpoint.baseUrl ?? claudeKeys.providerUrl, 'v1'),
    key: endpoint.apiKey,
  };
}

/** The first that takes `--settings` as JSON. */
const PINNED_SINCE = '1.0.69';

/**
 * The address once more, as a setting: a workspace can bring settings with variables, which count
 * more than the environment, and so lead the key elsewhere.
 */
function addressArguments({ baseUrl }: ClaudeAccess, version: string): string[] {
  if (compareVersions(version, PINNED_SINCE) < 0) return [];
  return ['--settings', JSON.stringify({ env: { ANTHROPIC_BASE_URL: baseUrl } })];
}
