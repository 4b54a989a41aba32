import type { AgentCommand, Permission, TurnRequest } from '../agent-command.js';
import { baseEnvironment, TEMPORARY_DIRECTORY } from '../base-environment.js';

/** Named, because without a name Gemini CLI asks another model which model to ask. */
const DEFAULT_MODEL = 'gemini-2.5-pro';

const APPROVAL_MODES: Readonly<Record<Permission, string>> = { default: 'default', bypass: 'yolo' };

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
};

/** `gemini --output-format stream-json` with the prompt on stdin. */
export function geminiCommand(request: TurnRequest): AgentCommand {
  return {
    args: [
      '--output-format',
      'stream-json',
      '--approval-mode',
      APPROVAL_MODES[request.permission ?? 'default'],
      '--model',
      request.model ?? DEFAULT_MODEL,
    ],
    env: {
      ...baseEnvironment(request),
      GEMINI_API_KEY: request.endpoint.token,
      GOOGLE_GEMINI_BASE_URL: request.endpoint.url,
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
