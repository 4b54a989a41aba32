import { DragomanError } from '@dragoman/protocol';
import type { AgentCommand, Permission, TurnRequest } from '../agent-command.js';
import { TEMPORARY_DIRECTORY } from '../base-environment.js';
import { checkPrompt } from '../check-prompt.js';
import { retriesOf } from '../retries.js';
import { sessionToContinue } from '../session-to-continue.js';
import { refuseForeignOptions } from '../unsupported-option.js';
import { requireSupport } from '../version-support.js';
import { geminiAbilities } from './abilities.js';
import { geminiAccess } from './command/access.js';
import { checkPromptLength } from './command/check-prompt-length.js';
import { geminiEnvironment } from './command/environment.js';
import { ignoreEnv } from './command/ignore-env.js';
import { mcpSettings } from './command/mcp-settings.js';
import { promptWithImages } from './command/prompt-with-images.js';
import { quietSettings } from './command/quiet-settings.js';
import { reasoningSettings } from './command/reasoning-settings.js';

/** Named, because without a name Gemini CLI asks another model which model to ask. */
const DEFAULT_MODEL = 'gemini-2.5-pro';

const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const APPROVAL_MODES: Readonly<Record<Permission, string>> = {
  default: 'default',
  plan: 'plan',
  acceptEdits: 'auto_edit',
  bypass: 'yolo',
};

/** Gemini CLI tries no request more often, whatever it is told. */
const MOST_RETRIES = 9;

/**
 * `gemini --output-format stream-json` with the prompt on stdin. The caller's options stand before
 * ours, so that one which takes any number of values ends there.
 */
export function geminiCommand(request: TurnRequest): AgentCommand {
  const agent = { name: 'gemini', version: request.version } as const;
  const { permission = 'default', model = DEFAULT_MODEL } = request;
  requireSupport(agent, geminiAbilities, 'streaming');
  checkPrompt(agent, request);
  refuseForeignOptions(agent, request);
  refuseWhatItLacks(request);
  requireSupport(agent, geminiAbilities, `permission ${permission}`);
  const access = geminiAccess(request.endpoint);
  const session = sessionToContinue(agent, geminiAbilities, request, SESSION_ID);
  const mcp = mcpSettings(request);
  const stdin = promptWithImages(request);
  checkPromptLength(stdin, request.version);
  const quiet = quietSettings(request.version);
  const settings = {
    ...quiet,
    general: { ...quiet.general, ...attempts(request) },
    security: { auth: { selectedType: 'gemini-api-key' } },
    // Up to 0.36 plan mode is an experiment.
    ...(permission === 'plan' && { experimental: { plan: true } }),
    ...reasoningSettings(request, model),
    ...mcp.settings,
    ...ignoreEnv(request),
  };
  return {
    args: [
      ...(request.extraArgs ?? []),
      ...(session === undefined ? [] : ['--resume', session.id]),
      ...['--output-format', 'stream-json'],
      ...['--approval-mode', APPROVAL_MODES[permission]],
      ...['--model', model],
    ],
    env: {
      ...geminiEnvironment(request, access.baseUrl),
      ...mcp.env,
      GEMINI_API_KEY: access.key,
      GOOGLE_GEMINI_BASE_URL: access.baseUrl,
      // The first process would only start a second one, and keep signals from it.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      // A folder it hasn't been told to trust ends the turn before it starts (exit 55).
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    stdin,
    files: {
      '.gemini/settings.json': `${JSON.stringify(settings, undefined, 2)}\n`,
      ...mcp.files,
    },
    directories: [TEMPORARY_DIRECTORY],
  };
}

function refuseWhatItLacks({ ephemeral, outputSchema, version }: TurnRequest): void {
  const agent = { name: 'gemini', version } as const;
  if (ephemeral === true) requireSupport(agent, geminiAbilities, 'ephemeral');
  if (outputSchema !== undefined) requireSupport(agent, geminiAbilities, 'outputSchema');
}

function attempts(request: TurnRequest): { maxAttempts?: number } {
  const agent = { name: 'gemini', version: request.version } as const;
  const retries = retriesOf(agent, geminiAbilities, request);
  if (retries === undefined) return {};
  if (retries <= MOST_RETRIES) return { maxAttempts: retries + 1 };
  throw new DragomanError(
    'invalid_request',
    `Gemini CLI sends a request again ${MOST_RETRIES} times at most; asked for were ${retries}.`,
  );
}
