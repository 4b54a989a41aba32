import type { AgentCommand, Permission, TurnRequest } from '../agent-command.js';
import { baseEnvironment, TEMPORARY_DIRECTORY } from '../base-environment.js';
import { checkPrompt } from '../check-prompt.js';
import { gatewayOf, postureFor, refuseOptions } from '../unsupported-option.js';

/** Named, because without a name Gemini CLI asks another model which model to ask. */
const DEFAULT_MODEL = 'gemini-2.5-pro';

const APPROVAL_MODES: Readonly<Partial<Record<Permission, string>>> = {
  default: 'default',
  bypass: 'yolo',
};

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
};

/** `gemini --output-format stream-json` with the prompt on stdin. */
export function geminiCommand(request: TurnRequest): AgentCommand {
  const agent = { name: 'gemini', version: request.version } as const;
  checkPrompt(agent, request);
  refuseOptions(agent, request);
  const endpoint = gatewayOf(agent, request);
  return {
    args: [
      '--output-format',
      'stream-json',
      '--approval-mode',
      postureFor(agent, request, APPROVAL_MODES),
      '--model',
      request.model ?? DEFAULT_MODEL,
    ],
    env: {
      ...baseEnvironment(request, endpoint.url),
      GEMINI_API_KEY: endpoint.token,
      GOOGLE_GEMINI_BASE_URL: endpoint.url,
      // The first process would only start a second one, and keep signals from it.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      // A folder it hasn't been told to trust ends the run before it starts (exit 55).
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    stdin: request.prompt,
    files: { '.gemini/settings.json': `${JSON.stringify(SETTINGS, undefined, 2)}\n` },
    directories: [TEMPORARY_DIRECTORY],
  };
}
